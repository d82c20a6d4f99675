import { openCheckpoint, signCheckpoint } from '@naughty-list/ledger/checkpoint';
import { foldComplete, leafHash } from '@naughty-list/ledger/hashes';
import { createSigner } from '@naughty-list/ledger/note';
import { growRows, rootAt, TILE_WIDTH } from '@naughty-list/ledger/tree';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import {
  appendToRow,
  DamagedLog,
  type HeadRow,
  lockHead,
  placeRecords,
  readNewRecords,
  rowReader,
  saveHead,
} from './repository.ts';

/** Records added per transaction; further ones wait for the next. */
const RECORDS_MAX = 1_000;
const EVERY_MS = 1_000;
/** Full tiles compared with the row above before each signature, in turn; the daily audit reads all. */
const TILES_CHECKED = 16;

/**
 * Adds new records to the tree and signs its new head, in one transaction that holds the head's lock. There is a single
 * writer, and a crash at any moment leaves the tree unchanged, so no two different trees of one size are ever signed.
 * Returns how many were added.
 *
 * Before it signs, what is stored must still have the root that it signed last: otherwise it signs nothing, and says
 * why in the head, until the damage is mended.
 */
export async function growLedger(db: Knex): Promise<number> {
  return db.transaction(async (trx) => {
    const head = await lockHead(trx);
    if (!head) return 0;
    const { log } = head;
    const records = await readNewRecords(trx, { log, limit: RECORDS_MAX });
    if (records.length === 0 && head.checkpoint !== null && head.fault === null) return 0;
    const fault = await findDamage(trx, head);
    if (fault !== head.fault) await saveHead(trx, { log, fault });
    if (fault !== null || (records.length === 0 && head.checkpoint !== null)) return 0;
    const read = rowReader(trx, log);
    const leaves = records.map(({ entry }) => leafHash(entry));
    for (const growth of await growRows(read, head.size, leaves)) await appendToRow(trx, log, growth);
    await placeRecords(
      trx,
      records.map(({ id }) => id),
      head.size,
    );
    const size = head.size + records.length;
    const signer = createSigner(head.origin, head.private_key);
    const checkpoint = signCheckpoint({ size, root: await rootAt(read, size) }, signer);
    await saveHead(trx, { log, size, checkpoint });
    return records.length;
  });
}

/** Why nothing may be signed: what is stored is not what was signed, or a witness has seen another log. */
async function findDamage(trx: Knex, head: HeadRow): Promise<string | null> {
  const refused = await trx('ledger_witnesses').whereNotNull('refusal').first('key', 'refusal');
  if (refused) return `the witness ${refused.key.split('+')[0]} refused: ${refused.refusal}`;
  try {
    return await compareWithSigned(trx, head);
  } catch (error) {
    if (error instanceof DamagedLog) return error.message;
    throw error;
  }
}

async function compareWithSigned(trx: Knex, head: HeadRow): Promise<string | null> {
  const { log, size, checkpoint } = head;
  if (checkpoint === null) return size === 0 ? null : 'the signed checkpoint is gone';
  const signed = openCheckpoint(checkpoint, createSigner(head.origin, head.private_key));
  if (!signed) return 'the last checkpoint is not signed by the own key';
  if (signed.size !== size) return `the head has ${size} entries, and ${signed.size} were signed`;
  const read = rowReader(trx, log);
  if (!(await rootAt(read, size)).equals(signed.root))
    return `the stored tree of ${size} entries does not have the root that was signed`;
  const full = Math.floor(size / TILE_WIDTH);
  for (let step = 0; step < Math.min(full, TILES_CHECKED); step++) {
    const index = nextTile++ % full;
    const start = index * TILE_WIDTH;
    const [above] = await read(1, index, index + 1);
    if (!above?.equals(foldComplete(await read(0, start, start + TILE_WIDTH))))
      return `tile ${index} of row 0 does not have the hash that was signed`;
  }
  return null;
}

let nextTile = 0;

export const ledgerWriter = every(
  EVERY_MS,
  async ({ db }: Context, mayGoOn) => {
    while (mayGoOn() && (await growLedger(db)) === RECORDS_MAX);
  },
  { name: 'the ledger' },
);
