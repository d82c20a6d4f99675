import { canonicalJson } from '@naughty-list/ledger/canonical-json';
import { secretOf } from '@naughty-list/service-kit/database/database';
import { openCodes } from '@naughty-list/service-kit/database/encrypted';
import type { Knex } from 'knex';
import { type CodeHidden, lasting } from './changes.ts';

/** The columns that a record's code covers; not record and salt, which an erasure deletes and the entry commits to. */
export type Coded = {
  /** Covered, so that an older record cannot pass for a newer one. */
  id: string;
  subject: string | null;
  type: string;
  report_id: number | null;
  burn: string | null;
  entry: Buffer;
};

/** The message about a record without a valid code. */
export const foreign = ({ id, subject }: Coded): string =>
  `record ${id} (${subject}) was not written by the service`;

/** Makes and checks the codes of a log's records: the database's password alone does not suffice to make one. */
export function recordCodes(origin: string, secret: string) {
  const code = openCodes({ secret, purpose: `records of the log ${origin}` });
  const codeOf = ({ id, subject, type, report_id, burn, entry }: Coded): Buffer =>
    code(JSON.stringify([id, subject, type, report_id, burn, entry.toString('base64')]));
  return {
    codeOf,
    isOwn: (record: Coded & { mac: Buffer | null }): boolean => record.mac?.equals(codeOf(record)) ?? false,
  };
}

export function hiddenCodes(db: Knex): CodeHidden {
  const code = openCodes({ secret: secretOf(db), purpose: 'hidden entries' });
  return (state) => {
    const said = lasting(state);
    return said && code(canonicalJson([state.subject, said])).toString('base64');
  };
}
