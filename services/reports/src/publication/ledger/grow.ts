import { type Checkpoint, openCheckpoint, signCheckpoint } from '@naughty-list/ledger/checkpoint';
import { foldComplete, leafHash } from '@naughty-list/ledger/hashes';
import { type Signer, verifierKey } from '@naughty-list/ledger/note';
import { growRows, rootAt, TILE_WIDTH } from '@naughty-list/ledger/tree';
import { secretOf } from '@naughty-list/service-kit/database/database';
import { type BaseContext, every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { foreign, recordMacs } from '../../record/ledger/records.ts';
import { signerOf } from './log-key.ts';
import {
  appendToRow,
  DamagedLog,
  type HeadRow,
  isComplete,
  lockHead,
  type NewRecord,
  placeRecords,
  RECORDS_MAX,
  readNewRecords,
  rowReader,
  saveHead,
} from './repository.ts';
import { nameOf, type Witness } from './witnesses.ts';

type Signed = Omit<Checkpoint, 'origin'>;

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

const EVERY_MS = 1_000;
/** Full tiles compared with the row above before each signature, in turn; the daily audit reads all. */
const TILES_CHECKED = 16;

/**
 * Adds new records to the tree and signs its new head, in one transaction that holds the head's lock. There is a single
 * writer, and a crash at any moment leaves the tree unchanged, so no two different trees of one size are ever signed.
 * Returns how many were added.
 *
 * Before it signs, the stored tree must still have the root that was signed last, and the service must have written each new
 * record, and none of these witnesses may have refused. Otherwise it signs nothing until the damage is repaired, and stores the
 * reason in the head.
 */
export async function growLedger(db: Knex, witnesses: readonly Witness[] = []): Promise<number> {
  if (await isComplete(db, lastChecked)) return 0;
  const signed = await db.transaction(async (trx) => {
    const head = await lockHead(trx);
    if (!head) return undefined;
    const { log } = head;
    const records = await readNewRecords(trx, log);
    const secret = secretOf(trx);
    const { isOwn } = recordMacs(head.origin, secret);
    const forged = records.find((record) => !isOwn(record));
    const fault =
      (await refusalOf(trx, witnesses)) ??
      (await findDamage(trx, head, secret)) ??
      (forged ? foreign(forged) : null);
    lastChecked = fault === null ? head.checkpoint : null;
    if (fault !== head.fault) await saveHead(trx, { log, fault });
    if (fault !== null || records.length === 0) return undefined;
    const signer = signerOf(head, secret);
    return { ...(await signGrowth(trx, { ...head, records }, signer)), signer, added: records.length };
  });
  // Not before the commit: the transaction may have failed.
  if (signed) lastSigned.set(verifierKey(signed.signer), signed);
  return signed?.added ?? 0;
}

/** The last head that this process signed of each log, by its key: an older checkpoint is valid too, and could be put back. */
const lastSigned = new Map<string, Signed>();

/** The last checkpoint that was found undamaged: another one is checked even without new records. */
let lastChecked: string | null = null;

/** The refusal of a witness that has seen another log. */
async function refusalOf(trx: Knex, witnesses: readonly Witness[]): Promise<string | null> {
  const refused = await trx('ledger_witnesses')
    .whereIn('key', witnesses.map(nameOf))
    .whereNotNull('refusal')
    .first();
  return refused ? `the witness ${refused.key.split('+')[0]} refused: ${refused.refusal}` : null;
}

/** Why nothing may be signed: the stored tree is not the signed one. */
async function findDamage(trx: Knex, head: HeadRow, secret: string): Promise<string | null> {
  try {
    const damage = await compareWithSigned(trx, head, signerOf(head, secret));
    if (damage !== null || head.ended_at === null) return damage;
    return 'the log has ended, and another begins only if it is as it was signed: see the audit';
  } catch (error) {
    if (error instanceof DamagedLog) return error.message;
    throw error;
  }
}

async function compareWithSigned(trx: Knex, head: HeadRow, signer: Signer): Promise<string | null> {
  const { log, size, checkpoint } = head;
  if (checkpoint === null) return 'the signed checkpoint is gone';
  const signed = openCheckpoint(checkpoint, signer);
  if (!signed) return 'the last checkpoint is not signed by the own key';
  if (signed.size !== size) return `the head has ${size} entries, and ${signed.size} were signed`;
  const read = rowReader(trx, log);
  if (!(await rootAt(read, size)).equals(signed.root))
    return `the stored tree of ${size} entries does not have the root that was signed`;
  const key = verifierKey(signer);
  const last = lastSigned.get(key) ?? signed;
  const isKnown = last.size === size && last.root.equals(signed.root);
  if (!isKnown && (last.size >= size || !(await rootAt(read, last.size)).equals(last.root)))
    return `the log was rolled back: ${last.size} entries were signed, and it does not begin with them`;
  lastSigned.set(key, signed);
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
  async ({ db, config }: BaseContext & { config: { LEDGER_WITNESSES: readonly Witness[] } }, mayGoOn) => {
    while (mayGoOn() && (await growLedger(db, config.LEDGER_WITNESSES)) === RECORDS_MAX);
  },
  { name: 'the ledger' },
);
