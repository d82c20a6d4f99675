import type { AdminRole } from '@naughty-list/contracts/admin-session';
import { APPEAL_DAYS } from '@naughty-list/contracts/appeals';
import { auditLogTexts } from '@naughty-list/contracts/audit-log';
import type { CaseRule, CaseStatus } from '@naughty-list/contracts/cases';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Knex } from 'knex';
import { lockAppeal } from '../../cases/appeals/appeal.ts';
import { undoneDispute } from '../../cases/appeals/decide.ts';
import { changeStatus } from '../../cases/change-status.ts';
import { newLead, swapLead } from '../../cases/own-reports/withdraw.ts';
import type { StatementRow } from '../../cases/read-case.ts';
import { type StatementState, setState, stateOfStatement } from '../../cases/statement-state.ts';
import type { EntryRow } from '../../record/audit-entries.ts';
import { areRecorded, oncePublic, readTexts, recordChanges, wasSaid } from '../../record/ledger/append.ts';
import type { Change } from '../../record/ledger/changes.ts';
import { hashOf } from '../../record/ledger/records.ts';
import { areOwn, changeRows, lockRows } from '../../record/row-leaves.ts';
import { type Operation, updateRow } from '../../record/rows.ts';
import type { ReportRow } from '../../register/reports/report.ts';
import { retrace } from '../../register/traces.ts';
import { publishHeld } from '../moderation/publish.ts';
import { entities } from './entry.ts';

/** An undo: its own operation, and who does it. */
export type Undo = Operation & { role: AdminRole };

const changedSince = () => new ApiError('changed_meanwhile', auditLogTexts.changedSince);

/** SQL: when an entry was made, which is exactly the time of everything its transaction wrote. */
const AT = '(select at from audit_log where id = ?)';

/**
 * Undoes entries of one row, newest first; returns the reasons for those that could not be undone, by entry id. The status
 * comes first, because a cleared report is off the list.
 *
 * @throws ApiError when something else has changed since
 */
export async function undoOfRow(
  trx: Knex.Transaction,
  entries: readonly EntryRow[],
  undo: Undo,
): Promise<Map<number, string>> {
  const left = new Map<number, string>();
  const [first] = entries;
  if (!first) return left;
  await trx(entities[first.subject === 'nice_report' ? 'nice_report' : 'scammer_report'].table)
    .where({ id: first.subject_id })
    .forUpdate()
    .select('id');
  const hasNewerStatus = first.subject === 'scammer_report' && !(await undoStatus(trx, entries, undo));
  const { subject, subject_id: id } = first;
  const record = async (changes: readonly Change[], { details }: Partial<EntryRow> = {}) => {
    const named = Number(details?.appeal ?? 0);
    const appeals = await trx('appeals').where({ id: named }).orWhere({ previous_id: named }).pluck('id');
    const touched = subject === 'nice_report' ? { praises: [id] } : { cases: [id], posts: [id], appeals };
    await recordChanges(trx, touched, changes);
  };
  for (const entry of entries) {
    if (entry.action === 'set_status') {
      if (hasNewerStatus) left.set(entry.id, auditLogTexts.changedSince);
    } else if (entry.action === 'decide_statement') {
      if (await undoStatement(trx, entry)) await record(newLead);
    } else if (entry.action === 'edit') {
      await record(await undoEdit(trx, entry));
    } else {
      await undoEntry(trx, entry, undo);
      await record(changesOf[entry.action] ?? [], entry);
    }
  }
  return left;
}

/** What the undo of each action changes. Status, statements and edits are left out: their functions know. */
const changesOf: Partial<Record<EntryRow['action'], readonly Change[]>> = {
  publish: ['report', 'praise'],
  hold: ['report'],
  mark_read: ['reading'],
  decide_appeal: ['verdict', 'due', 'deadline'],
  confirm_account: ['proof'],
  decide_reply: ['reply'],
};

type StatusChange = {
  id: number;
  at: string;
  status: CaseStatus;
  rule: CaseRule;
  who: string;
  period_from: string | null;
  period_to: string | null;
};

/** Gives a case the status from before these entries, with all its effects; false if it was changed since. */
async function undoStatus(trx: Knex.Transaction, entries: readonly EntryRow[], undo: Undo): Promise<boolean> {
  const reportId = (entries[0] as EntryRow).subject_id;
  await lockRows(trx, 'case_changes', [reportId]);
  const changes: (StatusChange & { isOfEntries: boolean })[] = await trx('case_changes')
    .where({ report_id: reportId })
    .orderBy('id', 'desc')
    .select('id', 'status', 'rule', 'who', trx.raw('period_from::text'), trx.raw('period_to::text'))
    .select(
      trx.raw(
        `exists (select from audit_log entry where entry.id = any(?::int[]) and entry.at = case_changes.at
           and entry.who = case_changes.who) as "isOfEntries"`,
        [entries.map(({ id }) => id)],
      ),
    );
  if (!changes.some(({ isOfEntries }) => isOfEntries)) return true;
  if (!changes[0]?.isOfEntries) return false;
  const before = changes.find(({ isOfEntries }) => !isOfEntries);
  const subjects = before ? [`decision ${before.id}`] : [];
  const isRecorded = await areRecorded(trx, subjects, { cases: [reportId] });
  if (!isRecorded || !(await areOwn(trx, 'case_changes', [reportId]))) throw changedSince();
  const { period_from: from, period_to: to } = before ?? {};
  await changeStatus(trx, {
    reportId,
    status: before?.status ?? 'unreviewed',
    rule: 'decision_undone',
    reason: decisionTexts.undone,
    restores: before?.rule ?? 'status_withdrawn',
    period: from && to ? { from, to } : undefined,
    role: undo.role,
    who: undo.who,
  });
  return true;
}

async function undoEntry(trx: Knex.Transaction, entry: EntryRow, undo: Undo): Promise<void> {
  const { id, subject_id: reportId, details } = entry;
  switch (entry.action) {
    case 'publish':
      if (entry.subject === 'nice_report')
        return changeOne(
          trx('nice_reports')
            .where({ id: reportId, held_at: null })
            .update({ held_at: trx.fn.now(), reviewed_at: null, version: trx.raw('version + 1') }),
        );
      return changeOne(
        trx('scammer_reports')
          .where({ id: reportId, is_removed: false, status: 'unreviewed' })
          .update({ is_removed: true, held_at: trx.fn.now(), version: trx.raw('version + 1') }),
      );
    case 'mark_read':
      return changeOne(
        trx('nice_reports')
          .where({ id: reportId })
          .whereNotNull('reviewed_at')
          .update({ reviewed_at: null, version: trx.raw('version + 1') }),
      );
    case 'hold':
      // Only what was public is held again.
      if ((await oncePublic(trx, 'report', [reportId])).length === 0) throw changedSince();
      return changeOne(
        publishHeld(trx, { ids: [reportId], ...undo }).then(({ published }) => published.length),
      );
    case 'decide_appeal':
      return reopenAppeal(trx, entry);
    case 'confirm_account':
      return undoConfirmation(trx, entry, undo);
    case 'decide_reply': {
      const mark = details?.decision === 'publish' ? 'published_at' : 'rejected_at';
      const undone = trx('replies')
        .where({ report_id: reportId })
        .whereRaw(`${mark} = ${AT}`, [id])
        .update({ [mark]: null });
      return changeRows(trx, 'replies', [reportId], () => changeOne(undone));
    }
  }
}

/** @throws ApiError changed_meanwhile when nothing was changed */
async function changeOne(change: PromiseLike<number>): Promise<void> {
  if ((await change) === 0) throw changedSince();
}

/**
 * Gives a row its text and link from before an edit, unless it was edited again. A public row gets only what a leaf once
 * recorded: the audit log may have been falsified. Returns what has changed.
 */
async function undoEdit(
  trx: Knex,
  { subject, subject_id: id, before, after }: EntryRow,
): Promise<readonly Change[]> {
  const { table, public: shown } = entities[subject === 'nice_report' ? 'nice_report' : 'scammer_report'];
  const kind = subject === 'nice_report' ? 'praise' : 'report';
  const now = await trx(table)
    .where({ id })
    .first('username', 'description', 'twitter_url', trx.raw(`(${shown}) as is_public`));
  if (!now || now.description !== after?.description || now.twitter_url !== after?.twitter_url)
    throw changedSince();
  const { description, twitter_url: twitterUrl } = before as { description: string; twitter_url: string };
  if (now.is_public && !(await wasSaid(trx, `${kind} ${id}`, { text: description, post: twitterUrl })))
    throw changedSince();
  const { changes = [] } = (await updateRow(trx, { table }, { id, description, twitterUrl })) ?? {};
  if (table === 'scammer_reports')
    await retrace(trx, { id, username: now.username }, { before: now.description, after: description });
  return changes;
}

const stateAfter: Record<string, StatementState> = { publish: 'published', reject: 'rejected', hold: 'held' };

/** Undoes a decision about a statement. Returns whether it is the report again. */
async function undoStatement(
  trx: Knex.Transaction,
  { subject_id: reportId, details }: EntryRow,
): Promise<boolean> {
  const id = Number(details?.statement);
  const statement: StatementRow | undefined = await trx('statements')
    .where({ id, report_id: reportId, erased_at: null })
    .forUpdate()
    .first();
  const state = statement && stateOfStatement(statement);
  if (!state || state !== stateAfter[details?.decision ?? '']) throw changedSince();
  const to = (details?.was as StatementState | undefined) ?? 'held';
  if (to === 'published' && (await oncePublic(trx, 'statement', [id])).length === 0) throw changedSince();
  const wasRead = (await readTexts(trx, 'statement', [id])).get(id) === hashOf(statement.description);
  const isReviewed = to === 'published' && details?.decision !== 'publish' && wasRead;
  await setState(trx, { id, from: state, to, reason: null, isReviewed });
  if (!details?.led) return false;
  // The decision made it a statement; it becomes the report again, unless another one was published meanwhile.
  const report: ReportRow | undefined = await trx('scammer_reports').where({ id: reportId }).first();
  const again: StatementRow | undefined = await trx('statements').where({ id }).first();
  if (!report?.held_at || !again) return false;
  if (!(await swapLead(trx, report, again))) throw changedSince();
  await recordChanges(trx, { statements: [id] }, ['lead']);
  return true;
}

/** Takes the proof from an appeal and the one that continues it, with what depends on it: the reply, which waits again, and a dispute that no other one proves. */
async function undoConfirmation(
  trx: Knex.Transaction,
  { subject_id: reportId, details }: EntryRow,
  { who, role }: Undo,
): Promise<void> {
  const id = Number(details?.appeal);
  const ids: number[] = await trx('appeals')
    .where({ report_id: reportId, proven_by: 'moderator' })
    .where((either) => either.where({ id }).orWhere({ previous_id: id }))
    .pluck('id');
  if (ids.length === 0) throw changedSince();
  const unproven = { proven_at: null, proven_by: null, version: trx.raw('version + 1') };
  await changeRows(trx, 'appeals', ids, () => trx('appeals').whereIn('id', ids).update(unproven));
  const waiting = await changeRows(trx, 'replies', [reportId], () =>
    trx('replies').whereIn('appeal_id', ids).update({ published_at: null }),
  );
  if (waiting > 0) await recordChanges(trx, { cases: [reportId], appeals: [] }, ['reply']);
  const open = () => trx('appeals').where({ report_id: reportId, decided_at: null });
  if (await open().whereNotNull('proven_at').first('id')) return;
  const { id: openId } = (await open().whereIn('id', ids).first('id')) ?? {};
  const appeal = openId && (await lockAppeal(trx, { id: openId }));
  if (appeal?.status !== 'disputed') return;
  const former = await undoneDispute(trx, appeal, { decision: 'granted', rule: 'status_withdrawn' });
  if (!former) return;
  const { restores = former.rule, ...status } = former;
  const undone = { rule: 'decision_undone', reason: decisionTexts.undone } as const;
  await changeStatus(trx, { ...status, ...undone, restores, reportId, role, who });
}

/** Opens an appeal again, with a new deadline. */
async function reopenAppeal(trx: Knex, { who, subject_id: report_id, details }: EntryRow): Promise<void> {
  const id = Number(details?.appeal);
  if (await trx('appeals').where({ previous_id: id }).first('id'))
    throw new ApiError('changed_meanwhile', auditLogTexts.appealedAgain);
  const reopened = trx('appeals')
    .where({ id, report_id, decided_by: who, erased_at: null })
    .whereNot({ decision: 'withdrawn' })
    .update({
      decided_at: null,
      decision: null,
      rule: null,
      reason: null,
      decided_by: null,
      overdue_at: null,
      due_at: trx.raw(`now() + interval '${APPEAL_DAYS} days'`),
      version: trx.raw('version + 1'),
    });
  await changeRows(trx, 'appeals', [id], () => changeOne(reopened));
}
