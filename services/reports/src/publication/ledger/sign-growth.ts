import { type Checkpoint, signCheckpoint } from '@naughty-list/ledger/checkpoint';
import { leafHash } from '@naughty-list/ledger/hashes';
import type { Signer } from '@naughty-list/ledger/note';
import { growRows, rootAt } from '@naughty-list/ledger/tree';
import type { Knex } from 'knex';
import {
  appendToRow,
  type HeadRow,
  type NewRecord,
  placeRecords,
  rowReader,
  saveHead,
} from './repository.ts';

export type Signed = Omit<Checkpoint, 'origin'>;

/** Adds records to a tree and signs its head, without checking the tree. */
export async function signGrowth(
  trx: Knex,
  { log, size: from, records }: Pick<HeadRow, 'log' | 'size'> & { records: readonly NewRecord[] },
  signer: Signer,
): Promise<Signed> {
  const read = rowReader(trx, log);
  const leaves = records.map(({ entry }) => leafHash(entry));
  for (const growth of await growRows(read, from, leaves)) await appendToRow(trx, log, growth);
  const ids = records.map(({ id }) => id);
  await placeRecords(trx, ids, from);
  const size = from + records.length;
  const root = await rootAt(read, size);
  await saveHead(trx, { log, size, checkpoint: signCheckpoint({ size, root }, signer) });
  return { size, root };
}
