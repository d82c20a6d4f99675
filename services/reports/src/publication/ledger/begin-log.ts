import { randomBytes } from 'node:crypto';
import { type Signer, signNote } from '@naughty-list/ledger/note';
import { secretOf } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { type Coded, keepReportCode, unpublished } from '../../cases/own-reports/own-report.ts';
import { missingLeaf } from '../../record/ledger/append.ts';
import { endOf, hiddenCodes, hiddenOf } from '../../record/ledger/changes.ts';
import { everything, type Shown, stateOf } from '../../record/ledger/public-state.ts';
import { appendLeaves, type CoveredRecord, type NewLeaf } from '../../record/ledger/records.ts';
import { recordRows } from '../../record/row-leaves.ts';
import { auditTree, subjectOf } from './audit.ts';
import { checksOfLeaves } from './audit-derived.ts';
import { openDifferences, readPart } from './differences.ts';
import { signGrowth } from './grow.ts';
import { hasPermit, makeEncryptedKey, opensKey, predecessorOf, RESTATED, signerOf } from './log-key.ts';
import { restateMembers } from './members.ts';
import { type HeadRow, readHead, saveHead } from './repository.ts';
import { streamRows } from './stream-rows.ts';

/**
 * Begins a log unless one is current: at the first start, and after a restore. It has its own name and key, the last leaf of
 * everything public, and a signed note that names the last checkpoint of the log before it. Its empty tree is signed at
 * once, because the writer takes a log without a checkpoint for damaged.
 */
export async function ensureLog(db: Knex, name: string): Promise<void> {
  if (await db('ledger_head').whereNull('ended_at').first('log')) return;
  await db.transaction(async (trx) => {
    await trx.raw("select pg_advisory_xact_lock(hashtext('ledger'))");
    if (await trx('ledger_head').whereNull('ended_at').first('log')) return;
    const before = await readHead(trx);
    const secret = secretOf(trx);
    const isRestated = before !== undefined && hasPermit(before, secret);
    // The writer reports the fault.
    if (before && !isRestated && !opensKey(before, secret)) return;
    // So that the log that was checked is the one repeated.
    await trx.raw('set local statement_timeout = 0; lock table ledger_records in share row exclusive mode');
    if (before && !isRestated && !(await isAsSigned(trx, before))) return;
    const log = (before?.log ?? 0) + 1;
    // Each log has a name of its own: witnesses identify logs by name.
    const origin = before ? `${name}/${randomBytes(4).toString('hex')}` : name;
    const encrypted_key = makeEncryptedKey(origin, secret);
    const signer = signerOf({ origin, encrypted_key }, secret);
    const predecessor = before ? noteAbout(before, signer, isRestated ? RESTATED : '') : null;
    await trx('ledger_head').insert({ log, origin, encrypted_key, predecessor });
    await trx('ledger_witnesses').delete();
    const { now } = await trx('ledger_head').first(trx.raw('now() as now'));
    if (before && isRestated) {
      // A permit serves once: it could be copied.
      await saveHead(trx, { log: before.log, encrypted_key: null });
      await restate(trx, now);
    } else if (before) await repeat(trx, before, now);
    if (before) await restateMembers(trx, before, now);
    await recordRows(trx, 'state', ['feeds']);
    await signGrowth(trx, { log, size: 0, records: [] }, signer);
  });
}

/** SQL: the last leaf of each subject in a log; by no index, which could have an older one as the last. */
const lastLeaves = (
  log: number,
) => `select distinct on (subject || '') subject, type, report_id, burn, record from ledger_records
  where log + 0 = ${log} order by subject || '', leaf_index desc, id desc`;

/** Whether a log has all leaves that it signed, each with its record unless that was erased for a reason: the next repeats no others. */
async function isAsSigned(trx: Knex.Transaction, head: HeadRow): Promise<boolean> {
  const differences = openDifferences();
  await readPart(trx, differences, (part) => auditTree(part, { head }, differences));
  await readPart(trx, differences, async (part) => {
    const faulty = checksOfLeaves.map(([, sql]) => sql).join(' union all ');
    const { rows } = await part.raw(
      `${faulty} union all select subject from (${lastLeaves(head.log)}) last where type = 'rows' and record is null`,
    );
    for (const { subject } of rows) differences.add(subject);
  });
  return differences.count === 0;
}

const noteAbout = ({ checkpoint }: HeadRow, signer: Signer, restated: string): string =>
  signNote(
    `${predecessorOf(signer.name)}This log began at ${new Date().toISOString()}. ${restated}The last checkpoint of the log before it:\n\n${checkpoint ?? 'none\n'}`,
    signer,
  );

/** SQL: everything public or hidden, and whether a log has a leaf about it. Leaves of 0.1.0 name cases alone. */
const withLeaf = `select shown.*, known is not null as had_leaf from (${everything}) shown
  left join (select distinct coalesce(subject, 'report ' || report_id) as known from ledger_records) leaf on known = subject`;

/** A leaf for everything public, as the rows have it, one that hides what was public before, and a code for what never was. */
async function restate(trx: Knex.Transaction, now: Date): Promise<void> {
  const codeHidden = hiddenCodes(trx);
  const leafOf = ({ had_leaf: hadLeaf, ...shown }: Shown & { had_leaf: boolean }) => {
    const isHidden = hadLeaf && ['withdrawn', 'deleted', 'erased'].includes(shown.state);
    const leaf = missingLeaf(stateOf(shown), isHidden ? { type: '', record: '' } : undefined, codeHidden);
    const isOver = shown.state === 'erased' || (leaf && hiddenOf(leaf) !== undefined);
    return isHidden && !isOver ? undefined : leaf;
  };
  for await (const states of streamRows<Shown & { had_leaf: boolean }>(trx, withLeaf))
    await appendLeaves(
      trx,
      states.flatMap((state) => leafOf(state) ?? []),
      now,
    );
  for await (const entries of streamRows<Coded>(trx, unpublished))
    for (const entry of entries) await keepReportCode(trx, entry, secretOf(trx));
}

type Leaf = Omit<CoveredRecord, 'id' | 'previous' | 'entry'> & { subject: string; record: string | null };

/**
 * The last leaf of everything public, burned, erased or hidden, as the log before has it and not as the rows do, so that the audit goes on
 * naming what was changed in the database.
 */
async function repeat(trx: Knex.Transaction, { log }: HeadRow, now: Date): Promise<void> {
  const leafOf = (leaf: Leaf): NewLeaf | undefined => {
    const { subject, type, report_id, burn, record } = leaf;
    if (record === null) return undefined;
    if (type === 'rows') return { subject, type, record };
    // What was erased must not come back.
    if (/-(removed|erased)$/.test(type) || hiddenOf({ type, record }) !== undefined)
      return { subject, type, case: report_id ?? undefined, burn, record };
    if (endOf(type) !== undefined || subjectOf(record) === undefined) return undefined;
    return missingLeaf({ subject, state: 'live', burn, about: JSON.parse(record), said: {} }, undefined);
  };
  for await (const leaves of streamRows<Leaf>(trx, lastLeaves(log)))
    await appendLeaves(
      trx,
      leaves.flatMap((leaf) => leafOf(leaf) ?? []),
      now,
    );
}
