import { randomBytes } from 'node:crypto';
import { type Signer, signNote } from '@naughty-list/ledger/note';
import { secretOf } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { appendLeaves, missingLeaf, type NewLeaf } from '../../record/ledger/append.ts';
import { everything, type PublicState } from '../../record/ledger/public-state.ts';
import { type CodedRow, codedRows, codedTables, codeRows, writeCodes } from '../../record/row-codes.ts';
import { makeEncryptedKey, signerOf } from './log-key.ts';
import { restateMembers } from './members.ts';
import { DamagedLog, type HeadRow, readHead } from './repository.ts';
import { signGrowth } from './sign-growth.ts';
import { streamRows } from './stream-rows.ts';

/** Leaves inserted at once. */
const BATCH = 2_000;

/** Ends the current log; the next start begins another. */
export async function endLog(trx: Knex): Promise<void> {
  await trx('ledger_head').whereNull('ended_at').update({ ended_at: trx.fn.now() });
}

/**
 * Begins a log unless one is current: at the first start, and after a restore. It has its own name and key, a leaf for
 * everything public now, and a signed note that names the last checkpoint of the log before it. Its empty tree is signed at
 * once, because the writer takes a log without a checkpoint for damaged.
 */
export async function ensureLog(db: Knex, name: string): Promise<void> {
  if (await db('ledger_head').whereNull('ended_at').first('log')) return;
  await db.transaction(async (trx) => {
    await trx.raw("select pg_advisory_xact_lock(hashtext('ledger'))");
    if (await trx('ledger_head').whereNull('ended_at').first('log')) return;
    const before = await readHead(trx);
    const log = (before?.log ?? 0) + 1;
    // Each log has a name of its own: witnesses identify logs by name.
    const origin = before ? `${name}/${randomBytes(4).toString('hex')}` : name;
    const secret = secretOf(trx);
    const encrypted_key = makeEncryptedKey(origin, secret);
    const signer = signerOf({ origin, encrypted_key }, secret);
    const predecessor = before?.checkpoint ? noteAbout(before, signer) : null;
    await trx('ledger_head').insert({ log, origin, encrypted_key, predecessor });
    await trx('ledger_witnesses').delete();
    await restate(trx, before?.log ?? 0);
    if (before && isOfSecret(before, secret)) await restateHidden(trx, before.log);
    else await codeAllRows(trx);
    await codeRows(trx, { table: 'state', where: 'true' });
    await signGrowth(trx, { log, size: 0, records: [] }, signer);
  });
}

/** Whether the log began with this secret, and so the codes of rows were made with it. */
function isOfSecret(head: HeadRow, secret: string): boolean {
  try {
    return signerOf(head, secret) !== undefined;
  } catch (error) {
    if (error instanceof DamagedLog) return false;
    throw error;
  }
}

/** Gives all rows new codes: the old commit made none, and those of another secret are invalid. */
async function codeAllRows(trx: Knex.Transaction): Promise<void> {
  for (const table of codedTables)
    for await (const rows of streamRows<CodedRow>(trx, codedRows(table))) await writeCodes(trx, table, rows);
}

const noteAbout = ({ checkpoint }: HeadRow, signer: Signer): string =>
  signNote(
    `${signer.name}/predecessor\nThis log began at ${new Date().toISOString()}. The last checkpoint of the log before it:\n\n${checkpoint}`,
    signer,
  );

async function restate(trx: Knex.Transaction, before: number): Promise<void> {
  await trx.raw('set local statement_timeout = 0');
  const { now } = await trx('ledger_head').first(trx.raw('now() as now'));
  await trx.raw(`declare restated no scroll cursor for ${everything}`);
  for (;;) {
    const { rows } = await trx.raw<{ rows: PublicState[] }>(`fetch ${BATCH} from restated`);
    const leaves = rows.flatMap((state) => missingLeaf(state, undefined) ?? []);
    await appendLeaves(trx, leaves, now);
    if (rows.length < BATCH) break;
  }
  await restateMembers(trx, before, now);
}

/** Repeats the last leaf of each hidden entry with its code, so that one that is shown again must be unchanged. */
async function restateHidden(trx: Knex.Transaction, before: number): Promise<void> {
  const { rows } = await trx.raw<{ rows: (NewLeaf & { now: Date })[] }>(
    `select subject, type, report_id as case, record, now() as now from (
       select distinct on (subject) * from ledger_records where log = ? order by subject, leaf_index desc, id desc
     ) last where record::json ->> 'hidden' is not null`,
    [before],
  );
  for (let from = 0; from < rows.length; from += BATCH) {
    const leaves = rows.slice(from, from + BATCH);
    await appendLeaves(
      trx,
      leaves.map(({ now, ...leaf }) => ({ ...leaf, case: leaf.case ?? undefined })),
      leaves[0]?.now ?? new Date(),
    );
  }
}
