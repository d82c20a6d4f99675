import { HASH_BYTES, type Hash } from '@naughty-list/ledger/hashes';
import { type ReadRow, type RowGrowth, TILE_WIDTH } from '@naughty-list/ledger/tree';
import type { Knex } from 'knex';
import type { CoveredRecord } from '../../record/ledger/records.ts';

/** The head of the current log: its name, its key and the last signed state. */
export type HeadRow = {
  log: number;
  origin: string;
  /** Of an ended log, a permit may stand in its place. */
  encrypted_key: Buffer | null;
  size: number;
  checkpoint: string | null;
  predecessor: string | null;
  /** Why the writer has stopped. */
  fault: string | null;
  ended_at: Date | null;
};

const columns = [
  ...(['log', 'origin', 'encrypted_key', 'size', 'checkpoint', 'predecessor'] as const),
  ...(['fault', 'ended_at'] as const),
] as const;
const toHead = (row: HeadRow | undefined) => row && { ...row, size: Number(row.size) };

export async function readHead(db: Knex): Promise<HeadRow | undefined> {
  return toHead(await db('ledger_head').orderBy('log', 'desc').first(columns));
}

/** The heads of the logs before. */
export async function readEarlierHeads(db: Knex, { log }: HeadRow): Promise<HeadRow[]> {
  const rows: HeadRow[] = await db('ledger_head').where('log', '<', log).orderBy('log').select(columns);
  return rows.flatMap((row) => toHead(row) ?? []);
}

/** Records are added to the tree within seconds; after this time, something prevents it. */
const WAITS_MAX = '10 minutes';

/** The number of records that wait too long for their place in the tree. */
export async function countLate(db: Knex, log: number): Promise<number> {
  const { rows } = await db.raw<{ rows: [{ late: number }] }>(
    `select count(*)::int as late from ledger_records where log = ? and leaf_index is null
       and (convert_from(entry, 'UTF8')::json ->> 'time')::timestamptz < now() - interval '${WAITS_MAX}'`,
    [log],
  );
  return rows[0].late;
}

/** Whether the log is sound and current, still has the checkpoint that was checked last, and no record waits. Locks nothing. */
export async function isComplete(db: Knex, lastChecked: string | null): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from ledger_head head where log = (select max(log) from ledger_head) and checkpoint = ? and fault is null and ended_at is null
       and not exists (select from ledger_records where log = head.log and leaf_index is null)`,
    [lastChecked],
  );
  return rows.length === 1;
}

/** The head, locked until the transaction ends; undefined while another writer holds it. */
export async function lockHead(trx: Knex.Transaction): Promise<HeadRow | undefined> {
  return toHead(
    await trx('ledger_head')
      .whereRaw('log = (select max(log) from ledger_head)')
      .forUpdate()
      .skipLocked()
      .first(columns),
  );
}

export async function saveHead(
  trx: Knex,
  { log, ...head }: Partial<HeadRow> & { log: number },
): Promise<void> {
  await trx('ledger_head').where({ log }).update(head);
}

/** Ends the current log; the next start begins another. */
export async function endLog(trx: Knex): Promise<void> {
  await trx('ledger_head').whereNull('ended_at').update({ ended_at: trx.fn.now() });
}

export type NewRecord = CoveredRecord & { mac: Buffer | null };

/** Records added per transaction; further ones wait for the next. */
export const RECORDS_MAX = 10_000;

/** Records without a place in the tree, oldest first. */
export async function readNewRecords(trx: Knex, log: number): Promise<NewRecord[]> {
  return trx('ledger_records')
    .where({ log })
    .whereNull('leaf_index')
    .orderBy('id')
    .limit(RECORDS_MAX)
    .select('id', 'subject', 'previous', 'type', 'report_id', 'burn', 'entry', 'mac');
}

/** Gives records consecutive places. */
export async function placeRecords(trx: Knex, ids: string[], from: number): Promise<void> {
  await trx.raw(
    `update ledger_records record set leaf_index = ?::bigint + placed.place - 1
     from unnest(?::bigint[]) with ordinality as placed (id, place) where record.id = placed.id`,
    [from, ids],
  );
}

/** Reads rows of the tree from the stored tiles. */
export function rowReader(db: Knex, log: number): ReadRow {
  return async (row, from, to) => {
    const index = Math.floor(from / TILE_WIDTH);
    const hashes = await readTile(db, { log, row, index });
    const start = from - index * TILE_WIDTH;
    const wanted = hashes?.subarray(start * HASH_BYTES, (start + to - from) * HASH_BYTES);
    if (wanted?.length !== (to - from) * HASH_BYTES)
      throw new DamagedLog(`the ledger lacks hashes ${from} to ${to} of row ${row}`);
    return splitHashes(wanted);
  };
}

/** The stored log is not the signed one: nothing more may be signed. */
export class DamagedLog extends Error {}

export const splitHashes = (bytes: Buffer): Hash[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );

/** The hashes that a tile holds so far, concatenated. */
export async function readTile(
  db: Knex,
  { log, row, index }: { log: number; row: number; index: number },
): Promise<Buffer | undefined> {
  const tile = await db('ledger_tiles').where({ log, row_number: row, index }).first('hashes');
  return tile?.hashes;
}

export async function appendToRow(trx: Knex, log: number, { row, from, hashes }: RowGrowth): Promise<void> {
  for (let at = 0; at < hashes.length; ) {
    const index = Math.floor((from + at) / TILE_WIDTH);
    const end = Math.min(hashes.length, (index + 1) * TILE_WIDTH - from);
    await trx.raw(
      `insert into ledger_tiles as tile (log, row_number, index, hashes) values (?, ?, ?, ?)
       on conflict (log, row_number, index) do update set hashes = tile.hashes || excluded.hashes`,
      [log, row, index, Buffer.concat(hashes.slice(at, end))],
    );
    at = end;
  }
}

/** Entries from an index on; fewer at the end of the tree. */
export async function readEntries(
  db: Knex,
  { log, from, count }: { log: number; from: number; count: number },
): Promise<Buffer[]> {
  const rows = await db('ledger_records')
    .where({ log })
    .whereBetween('leaf_index', [from, from + count - 1])
    .orderBy('leaf_index')
    .select('entry');
  return rows.map(({ entry }: { entry: Buffer }) => entry);
}
