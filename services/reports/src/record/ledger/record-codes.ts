import { canonicalJson } from '@naughty-list/ledger/canonical-json';
import { secretOf } from '@naughty-list/service-kit/database/database';
import { openCodes } from '@naughty-list/service-kit/database/encrypted';
import type { Knex } from 'knex';
import { type CodeHidden, lasting } from './changes.ts';

/** What says of a record that the service wrote it; not record and salt, which an erasure deletes and the entry commits to. */
export type Coded = {
  /** Part of it, so that an older record is not taken for a newer one. */
  id: string;
  subject: string | null;
  type: string;
  report_id: number | null;
  burn: string | null;
  entry: Buffer;
};

/** Says that a record lacks its code. */
export const foreign = ({ id, subject }: Coded): string =>
  `record ${id} (${subject}) was not written by the service`;

/** Makes and checks the codes of a log's records, which the database's password alone does not give. */
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
