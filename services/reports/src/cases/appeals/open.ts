import {
  APPEAL_DAYS,
  type AppealInput,
  appealTexts,
  type OpenedAppeal,
} from '@naughty-list/contracts/appeals';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { areRecorded, readOffSince, recordChanges } from '../../record/ledger/append.ts';
import { areOwn, changeRows, lockRows, recordRows } from '../../record/row-leaves.ts';
import { currentName, renamedTo } from '../../register/aliases/repository.ts';
import type { ReportRow } from '../../register/reports/report.ts';
import { lockCase } from '../change-status.ts';
import { findCase } from '../find-case.ts';
import {
  type AppealRow,
  areAppealsOwn,
  isAnswerable,
  lockByCode,
  mayAppealAgain,
  storeCode,
  withoutCodes,
} from './appeal.ts';
import { hashOfEntered, makeCaseCode } from './case-code.ts';

const HOUR_S = 3_600;
const HOUR_MS = HOUR_S * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** For how long off the list a proof says who has a name. */
const PROOF_DAYS = 30;

/** The full hours between two times, in milliseconds; none if the first is unknown. */
const hoursSince = (time: Date | undefined, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - (time ?? now).getTime()) / HOUR_MS)) * HOUR_MS;

type Opening = z.output<typeof AppealInput> & {
  now: Date;
  /** The sender's network, and the most appeals that one network may open within a day, whatever their cases. */
  networkKey: string;
  perNetwork: number;
};

/**
 * Opens an appeal against a public case.
 *
 * @throws ApiError not_found, removed_by_burn, too_many_requests
 */
export async function openAppeal(
  db: Knex,
  { username, grounds, text, now, networkKey, perNetwork }: Opening,
): Promise<z.output<typeof OpenedAppeal>> {
  const caseCode = makeCaseCode();
  return db.transaction(async (trx) => {
    const { id } = await findCase(trx, username, now);
    await requireBelowLimit(trx, networkKey, perNetwork);
    // Lock the report, so that a removal closes every appeal.
    const report = await lockCase(trx, id);
    if (report.removal_tx_hash) throw new ApiError('removed_by_burn', caseTexts.burned);
    if (!isAnswerable(report)) throw new ApiError('not_found', caseTexts.none);
    const appeal = await insert(trx, {
      appeal: { report_id: id, grounds, network_key: networkKey },
      codeHash: hashOfEntered(caseCode),
      text,
    });
    return { caseCode, dueAt: appeal.due_at.toISOString() };
  });
}

/** Locks the network's appeals until the transaction ends, so that their number is exact. */
async function requireBelowLimit(trx: Knex, networkKey: string, perNetwork: number): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtextextended('appeals ' || ?, 0))", [networkKey]);
  const { rows } = await trx.raw<{ rows: { opened: number }[] }>(
    `select count(*)::int as opened from appeals where network_key = ? and opened_at > now() - interval '1 day'`,
    [networkKey],
  );
  if ((rows[0]?.opened ?? 0) >= perNetwork)
    throw new ApiError('too_many_requests', appealTexts.tooMany, { retryAfter: HOUR_S });
}

type NewAppeal = {
  appeal: Partial<AppealRow> & { report_id: number; network_key?: string };
  codeHash: Buffer | null;
  text?: string;
};

async function insert(trx: Knex, { appeal, codeHash, text }: NewAppeal): Promise<AppealRow> {
  const [row]: AppealRow[] = await trx('appeals')
    .insert({
      due_at: trx.raw(`now() + interval '${APPEAL_DAYS} days'`),
      ...appeal,
    })
    .returning('*');
  if (!row) throw new Error('an appeal was not inserted');
  if (codeHash) await storeCode(trx, row, codeHash);
  // What stands under its number already, its account did not write.
  await trx('appeal_messages').where({ appeal_id: row.id }).delete();
  if (text !== undefined)
    await trx('appeal_messages').insert({ appeal_id: row.id, author: 'account', body: text });
  await recordRows(trx, 'appeals', [row.id]);
  await recordChanges(trx, { cases: [row.report_id], appeals: [row.id] }, ['appeal']);
  return row;
}

/**
 * Appeals again after a decision, with new evidence. The code then leads to the new appeal, which keeps the proof and any
 * pending reply or post.
 *
 * @throws ApiError unknown_case_code, appeal_not_possible
 */
export async function appealAgain(db: Knex, caseCode: unknown, text: string): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await lockByCode(trx, caseCode);
    if (!before.isAnswerable) throw new ApiError('appeal_not_possible', appealTexts.gone);
    if (!before.decided_at) throw new ApiError('appeal_not_possible', appealTexts.open);
    if (before.status === 'cleared') throw new ApiError('appeal_not_possible', appealTexts.cleared);
    if (!mayAppealAgain(before)) throw new ApiError('appeal_not_possible', appealTexts.decided);
    const { report_id, grounds, code_hash: codeHash } = before;
    await changeRows(trx, 'appeals', [before.id], () =>
      trx('appeals').where({ id: before.id }).update(withoutCodes),
    );
    const { id } = await insert(trx, {
      appeal: { report_id, grounds, previous_id: before.id, ...(await proofOf(trx, before)) },
      codeHash,
      text,
    });
    await changeRows(trx, 'replies', [report_id], () =>
      trx('replies').where({ appeal_id: before.id }).update({ appeal_id: id }),
    );
  });
}

/** The proof of an appeal, for the one that continues it. */
async function proofOf(trx: Knex, appeal: AppealRow): Promise<Partial<AppealRow>> {
  const { id, report_id, proven_at, proven_by } = appeal;
  const { proof_code, proof_issued_at, proof_expires_at, proof_url } = appeal;
  // Another account may have been known by its name for a moment.
  const isRecorded =
    (await areRecorded(trx, [`appeal ${id}`], { cases: [report_id] })) &&
    (await areOwn(trx, 'aliases', [report_id]));
  return {
    ...(isRecorded && { proven_at, proven_by }),
    ...{ proof_code, proof_issued_at, proof_expires_at, proof_url },
  };
}

/**
 * Moves the open proven appeals of an account to the case of its new report, if their report left the list without a decision
 * or a burn: otherwise a reporter could withdraw and report again, and no appeal would be decided. Their deadlines wait for
 * the hours that the account was off the list: otherwise a scammer could withdraw his own report, and dispute later ones at
 * once. The account's reply moves along. A new owner of the account's old name gets none; because nothing shows a change of
 * owner off the list, a proof from before ends after {@link PROOF_DAYS}.
 */
export async function carryAppeals(
  trx: Knex,
  { id: reportId, username }: Pick<ReportRow, 'id' | 'username'>,
): Promise<void> {
  const openAppeals: (AppealRow & { now: Date })[] = await trx('appeals')
    .join('scammer_reports as report', 'report.id', 'report_id')
    .whereRaw(`(lower(report.username) = lower(?) or report.id in ${renamedTo('?')})`, [username, username])
    .whereRaw(`lower(${currentName('report')}) = lower(?) and report.is_removed`, [username])
    .where({ decided_at: null, removal_tx_hash: null, cleared_at: null, 'report.erased_at': null })
    .whereNotNull('proven_at')
    // X has shown another account under this name.
    .whereRaw(
      `not exists (select from ${renamedTo('?', { isCurrent: true })} renamed where report_id <> report.id)`,
      [username],
    )
    .whereNot({ report_id: reportId })
    .orderBy('appeals.id')
    .forUpdate()
    .select('appeals.*', trx.raw('now() as now'));
  const offSince = await readOffSince(
    trx,
    openAppeals.map(({ report_id }) => report_id),
  );
  for (const before of openAppeals) {
    const { now } = before;
    const off = offSince.get(before.report_id);
    const proof = await proofOf(trx, before);
    // A moderator's confirmation is of now.
    const isOfNow = proof.proven_at?.getTime() === now.getTime();
    const isRecent = off !== undefined && now.getTime() - off.getTime() < PROOF_DAYS * DAY_MS;
    if (!proof.proven_at || !(isOfNow || isRecent)) continue;
    // As compared now: another name may have stood there when the appeals were read.
    const has = trx('scammer_reports as report').where({ id: before.report_id });
    if (!(await has.whereRaw(`lower(${currentName('report')}) = lower(?)`, [username]).first('id'))) continue;
    await lockRows(trx, 'appeals', [before.id]);
    const isOwn = await areOwn(trx, 'appeals', [before.id]);
    const ended = { decided_at: trx.fn.now(), decision: 'withdrawn', decided_by: 'report' };
    await trx('appeals')
      .where({ id: before.id })
      .update({ ...ended, ...withoutCodes, reason: appealTexts.carried, version: before.version + 1 });
    const { grounds, previous_id, code_hash: codeHash } = before;
    const due_at = new Date(before.due_at.getTime() + hoursSince(off, now));
    const { id } = await insert(trx, {
      appeal: { report_id: reportId, grounds, previous_id, due_at, ...proof },
      codeHash,
    });
    await trx('appeal_messages').where({ appeal_id: before.id }).update({ appeal_id: id });
    await recordChanges(trx, { cases: [before.report_id], appeals: [before.id] }, ['verdict']);
    await carryReply(trx, before, { report_id: reportId, appeal_id: id });
    if (isOwn) await recordRows(trx, 'appeals', [before.id, id]);
  }
}

/** Moves the deadlines of a report's own open appeals by the hours that it was off the list. */
export async function waitOffList(trx: Knex, reportId: number): Promise<void> {
  const open = { report_id: reportId, decided_at: null, overdue_at: null };
  const ids: number[] = await trx('appeals').where(open).pluck('id');
  if (ids.length === 0 || !(await areAppealsOwn(trx, reportId))) return;
  const { now } = await trx('state').first(trx.raw('now() as now'));
  const waited = hoursSince((await readOffSince(trx, [reportId])).get(reportId), now);
  await trx('appeals')
    .whereIn('id', ids)
    .update({ due_at: trx.raw("due_at + ? * interval '1 millisecond'", [waited]) });
  await recordChanges(trx, { cases: [reportId], appeals: ids }, ['due']);
}

/** What the account replied, as moderators have read it so far. The earlier case keeps its own, as the log has it. */
async function carryReply(
  trx: Knex,
  { id, report_id: from }: AppealRow,
  to: { report_id: number; appeal_id: number },
): Promise<void> {
  await lockRows(trx, 'replies', [from]);
  if (!(await areOwn(trx, 'replies', [from]))) return;
  const { rowCount } = await changeRows(trx, 'replies', [to.report_id], () =>
    trx.raw(
      `insert into replies (report_id, appeal_id, body, contradicts, written_at, published_at)
       select :report_id, :appeal_id, body, contradicts, written_at, published_at from replies
       where replies.report_id = :from and replies.appeal_id = :id and rejected_at is null on conflict do nothing`,
      { id, from, ...to },
    ),
  );
  if (rowCount > 0) await recordChanges(trx, { cases: [to.report_id] }, ['reply']);
}
