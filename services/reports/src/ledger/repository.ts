import { HASH_BYTES, type Hash } from '@naughty-list/ledger/hashes';
import { makePrivateKey } from '@naughty-list/ledger/note';
import { type ReadRow, type RowGrowth, TILE_WIDTH } from '@naughty-list/ledger/tree';
import type { Knex } from 'knex';

/** The only row of `ledger_head`. */
export type HeadRow = { origin: string; private_key: string; size: number; checkpoint: string | null };

/** Creates the log's name and key at the first start; they never change afterwards. */
export async function ensureHead(db: Knex, origin: string): Promise<void> {
  const [made] = await db('ledger_head').select('origin');
  if (made) return;
  await db('ledger_head').insert({ origin, private_key: makePrivateKey() }).onConflict().ignore();
}

export async function readHead(db: Knex): Promise<HeadRow | undefined> {
  const row = await db('ledger_head').first('origin', 'private_key', 'size', 'checkpoint');
  return row && { ...row, size: Number(row.size) };
}

/** The head, locked until the transaction ends; undefined while another writer holds it. */
export async function lockHead(trx: Knex.Transaction): Promise<HeadRow | undefined> {
  const row = await trx('ledger_head')
    .forUpdate()
    .skipLocked()
    .first('origin', 'private_key', 'size', 'checkpoint');
  return row && { ...row, size: Number(row.size) };
}

export async function saveHead(trx: Knex, head: { size: number; checkpoint: string }): Promise<void> {
  await trx('ledger_head').update(head);
}

/** Records without a place in the tree, oldest first. */
export async function readNewRecords(trx: Knex, limit: number): Promise<{ id: string; entry: Buffer }[]> {
  return trx('ledger_records').whereNull('leaf_index').orderBy('id').limit(limit).select('id', 'entry');
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
export function rowReader(db: Knex): ReadRow {
  return async (row, from, to) => {
    const index = Math.floor(from / TILE_WIDTH);
    const hashes = await readTile(db, row, index);
    const start = from - index * TILE_WIDTH;
    const wanted = hashes?.subarray(start * HASH_BYTES, (start + to - from) * HASH_BYTES);
    if (wanted?.length !== (to - from) * HASH_BYTES)
      throw new Error(`the ledger lacks hashes ${from} to ${to} of row ${row}`);
    return splitHashes(wanted);
  };
}

const splitHashes = (bytes: Buffer): Hash[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );

/** The hashes that a tile holds so far, concatenated. */
export async function readTile(db: Knex, row: number, index: number): Promise<Buffer | undefined> {
  const tile = await db('ledger_tiles').where({ row_number: row, index }).first('hashes');
  return tile?.hashes;
}

export async function appendToRow(trx: Knex, { row, from, hashes }: RowGrowth): Promise<void> {
  for (let at = 0; at < hashes.length; ) {
    const index = Math.floor((from + at) / TILE_WIDTH);
    const end = Math.min(hashes.length, (index + 1) * TILE_WIDTH - from);
    await trx.raw(
      `insert into ledger_tiles as tile (row_number, index, hashes) values (?, ?, ?)
       on conflict (row_number, index) do update set hashes = tile.hashes || excluded.hashes`,
      [row, index, Buffer.concat(hashes.slice(at, end))],
    );
    at = end;
  }
}

/** Entries from an index on; fewer at the end of the tree. */
export async function readEntries(db: Knex, from: number, count: number): Promise<Buffer[]> {
  const rows = await db('ledger_records')
    .whereBetween('leaf_index', [from, from + count - 1])
    .orderBy('leaf_index')
    .select('entry');
  return rows.map(({ entry }: { entry: Buffer }) => entry);
}
