import { signCheckpoint } from '@naughty-list/ledger/checkpoint';
import { leafHash } from '@naughty-list/ledger/hashes';
import { createSigner } from '@naughty-list/ledger/note';
import { growRows, rootAt } from '@naughty-list/ledger/tree';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { appendToRow, lockHead, placeRecords, readNewRecords, rowReader, saveHead } from './repository.ts';

/** Records added per transaction; further ones wait for the next. */
const RECORDS_MAX = 1_000;
const EVERY_MS = 1_000;

/**
 * Adds new records to the tree and signs its new head, in one transaction that holds the head's lock. There is a single
 * writer, and a crash at any moment leaves the tree unchanged, so no two different trees of one size are ever signed.
 * Returns how many were added.
 */
export async function growLedger(db: Knex): Promise<number> {
  return db.transaction(async (trx) => {
    const head = await lockHead(trx);
    if (!head) return 0;
    const records = await readNewRecords(trx, RECORDS_MAX);
    if (records.length === 0 && head.checkpoint !== null) return 0;
    const read = rowReader(trx);
    const leaves = records.map(({ entry }) => leafHash(entry));
    for (const growth of await growRows(read, head.size, leaves)) await appendToRow(trx, growth);
    await placeRecords(
      trx,
      records.map(({ id }) => id),
      head.size,
    );
    const size = head.size + records.length;
    const signer = createSigner(head.origin, head.private_key);
    await saveHead(trx, {
      size,
      checkpoint: signCheckpoint({ size, root: await rootAt(read, size) }, signer),
    });
    return records.length;
  });
}

export const ledgerWriter = every(EVERY_MS, async ({ db }: Context, mayGoOn) => {
  while (mayGoOn() && (await growLedger(db)) === RECORDS_MAX);
});
