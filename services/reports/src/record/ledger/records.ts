import { createHash } from 'node:crypto';
import { opensLeaf, sealLeaf } from '@naughty-list/ledger/leaf';
import { secretOf } from '@naughty-list/service-kit/database/database';
import { openMacs } from '@naughty-list/service-kit/database/encrypted';
import type { Knex } from 'knex';

/** SQL: a text as records have it. */
export const hash = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'base64')`;

/** The same of a text that is here. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** SQL: a record of columns. In the order of their names, it is the canonical JSON, unless one is a list or object. */
export const record = (columns: string) => `(select row_to_json(said) from (select ${columns}) said)`;

/** The columns that the MAC of a ledger's record covers; not record and salt, which an erasure deletes and the entry commits to. */
export type CoveredRecord = {
  /** Covered, so that an older record cannot pass for a newer one. */
  id: string;
  subject: string | null;
  /** The id of its subject's leaf before it, and 0 for the first: no leaf can be hidden for the moment in which another is written. */
  previous: string | null;
  type: string;
  report_id: number | null;
  burn: string | null;
  entry: Buffer;
};

export type StoredLeaf = CoveredRecord & { mac: Buffer | null; record: string | null; salt: Buffer | null };

/** The message about a record without a valid MAC. */
export const foreign = ({ id, subject }: CoveredRecord): string =>
  `record ${id} (${subject}) was not written by the service`;

/** Makes and checks the MACs of a log's records: the database's password alone does not suffice to make one. */
export function recordMacs(origin: string, secret: string) {
  const mac = openMacs({ secret, purpose: `records of the log ${origin}` });
  const macOf = ({ id, subject, previous, type, report_id, burn, entry }: CoveredRecord): Buffer =>
    mac(JSON.stringify([id, subject, previous, type, report_id, burn, entry.toString('base64')]));
  const isOwn = (record: CoveredRecord & { mac: Buffer | null }): boolean =>
    record.mac?.equals(macOf(record)) ?? false;
  return {
    macOf,
    isOwn,
    /** Whether the service wrote it with this record, unless an erasure deleted that. */
    isOwnLeaf: ({ record, salt, ...leaf }: StoredLeaf): boolean =>
      isOwn(leaf) &&
      (salt === null ? record === null : record !== null && opensLeaf(leaf.entry, salt, record)),
  };
}

/** A leaf to append. `subject` is what it is about, such as `report 7`; the record is canonical JSON. */
export type NewLeaf = {
  subject: string;
  type: string;
  case?: number | undefined;
  burn?: string | null;
  record: string;
};

/** Appends leaves as given, with the time of the transaction; for records without a row here, such as `settled` payments. */
export async function appendLeaves(trx: Knex, leaves: readonly NewLeaf[], now: Date): Promise<void> {
  const time = now.toISOString();
  const records = leaves.map(({ subject, type, case: number, burn, record }) => ({
    ...{ subject, type, report_id: number ?? null, burn: burn ?? null },
    ...sealLeaf({ type, case: number, ...(burn && { burn }), time }, record),
  }));
  await insertRecords(trx, records);
}

type NewRecord = Omit<CoveredRecord, 'id' | 'previous'> & { subject: string; record?: string; salt?: Buffer };

/** Inserts records into the current log, each with the code without which the writer does not add it. */
export async function insertRecords(trx: Knex, records: readonly NewRecord[]): Promise<void> {
  if (records.length === 0) return;
  const { rows } = await trx.raw<{ rows: { log: number; origin: string; id: string; previous: string }[] }>(
    // Deletes nothing, but waits for a log that begins, which would lack these records.
    `with waited as (delete from ledger_records where false)
     select head.*, nextval(pg_get_serial_sequence('ledger_records', 'id')) as id, coalesce((
       select id from ledger_records last
       where last.log = head.log and last.subject = new.subject order by leaf_index desc, id desc limit 1
     ), 0) as previous
     from (select log, origin from ledger_head order by log desc limit 1) head,
       unnest(?::text[]) with ordinality new (subject, place) order by place`,
    [records.map(({ subject }) => subject)],
  );
  const [head] = rows;
  if (!head) throw new Error('There is no log');
  const { macOf } = recordMacs(head.origin, secretOf(trx));
  const covered = records.map((record, at) => ({
    ...record,
    id: rows[at]?.id ?? '',
    previous: rows[at]?.previous ?? null,
  }));
  const column = (name: keyof (typeof covered)[number]) =>
    covered.map((record) => record[name] ?? null) as string[];
  await trx.raw(
    `insert into ledger_records (log, id, subject, previous, type, report_id, burn, record, salt, entry, mac)
     overriding system value
     select ?::int, * from unnest(?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::int[], ?::text[], ?::text[],
       ?::bytea[], ?::bytea[], ?::bytea[])`,
    [
      head.log,
      ...(['id', 'subject', 'previous', 'type', 'report_id', 'burn', 'record', 'salt', 'entry'] as const).map(
        column,
      ),
      covered.map(macOf),
    ],
  );
}
