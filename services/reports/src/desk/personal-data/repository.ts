import { ownReportTexts } from '@naughty-list/contracts/own-report';
import type { DataSubject, PersonalData } from '@naughty-list/contracts/personal-data';
import type { Knex } from 'knex';
import { countIndependent } from '../../record/independence.ts';
import { areRecorded, changedHidden } from '../../record/ledger/append.ts';
import { changeRows } from '../../record/row-leaves.ts';
import type { ReportRow } from '../../register/reports/report.ts';

/** The ids of the entries about a data subject, including deleted ones. */
export type Entries = { reportIds: number[]; niceReportIds: number[]; statementIds: number[] };

export async function findEntriesOf(db: Knex, subject: DataSubject): Promise<Entries> {
  const { username, reportId, niceReportId, statementId } = subject;
  if (username === undefined) {
    const reportIds = await findId(db, 'scammer_report', reportId);
    return {
      reportIds,
      niceReportIds: await findId(db, 'nice_report', niceReportId),
      statementIds: await statementsOf(db, statementId === undefined ? { reportIds } : { statementId }),
    };
  }
  const { rows } = await db.raw<{ rows: { subject: string; id: number }[] }>(
    `select 'scammer_report' as subject, id from scammer_reports where lower(username) = lower(:username)
     union select 'nice_report', id from nice_reports where lower(username) = lower(:username)
     union select subject, subject_id from audit_log where lower(username) = lower(:username)`,
    { username },
  );
  const ids = (name: string) => rows.filter(({ subject }) => subject === name).map(({ id }) => id);
  const reportIds = ids('scammer_report');
  return {
    reportIds,
    niceReportIds: ids('nice_report'),
    statementIds: await statementsOf(db, { reportIds }),
  };
}

/** The statements of some cases, or a single statement, unless erased with the links to their posts. */
async function statementsOf(
  db: Knex,
  of: { reportIds: number[] } | { statementId: number },
): Promise<number[]> {
  const statements = db('statements')
    .whereRaw('(erased_at is null or not starts_with(twitter_url, ?))', [erasedUrl])
    .orderBy('id')
    .pluck('id');
  return 'reportIds' in of
    ? statements.whereIn('report_id', of.reportIds)
    : statements.where({ id: of.statementId });
}

/** The id itself, if a row or an entry of the audit log has it. */
async function findId(
  db: Knex,
  subject: 'scammer_report' | 'nice_report',
  id: number | undefined,
): Promise<number[]> {
  if (id === undefined) return [];
  const table = subject === 'scammer_report' ? 'scammer_reports' : 'nice_reports';
  const row =
    (await db(table).where({ id }).first('id')) ??
    (await db('audit_log').where({ subject, subject_id: id }).first('id'));
  return row ? [id] : [];
}

// Erased rows stay with these values, because payments for them are judged by their number and reference.
const erasedUsername = 'erased';
const erasedText = 'This entry was erased.';
const erasedProfile = `https://x.com/${erasedUsername}`;
/** Of a statement, followed by its number. */
const erasedUrl = `${erasedProfile}/status/`;
const erasedTexts = {
  username: erasedUsername,
  twitter_url: erasedProfile,
  tweet_content: null,
  tweet_date: null,
  description: erasedText,
};

/**
 * Removes reports from the list and replaces their texts; returns how many were not erased before. Deleted ones are
 * counted as entries of the audit log.
 */
export async function eraseReports(trx: Knex, ids: number[]): Promise<number> {
  const update = () =>
    trx('scammer_reports')
      .whereIn('id', ids)
      .whereNull('erased_at')
      .update({
        ...erasedTexts,
        evidence_urls: '{}',
        // None for a withdrawn report, which is no longer known as one; its statements are erased, too.
        independent: 1,
        independent_read: 1,
        is_removed: true,
        held_at: null,
        profile_image_refreshed_at: null,
        erased_at: trx.fn.now(),
      })
      .returning<Pick<ReportRow, 'deleted_at'>[]>('deleted_at');
  // The leaf of an erasure says no more of the report: what was changed in the database before must stay named.
  const recorded: number[] = [];
  for (const id of ids) if (await areRecorded(trx, [`report ${id}`], { cases: [id] })) recorded.push(id);
  const erased = await changeRows(trx, 'scammer_reports', recorded, update);
  return erased.filter(({ deleted_at }) => deleted_at === null).length;
}

/** Replaces names and texts in the audit log; a deleted praise can no longer be restored. */
export async function eraseAuditEntries(trx: Knex, { reportIds, niceReportIds }: Entries): Promise<number> {
  const inReport = { ...erasedTexts, evidence_urls: [] };
  const redact = (column: string) => `case when ${column} is null then null else ${column} || ?::jsonb end`;
  const update = (texts: object, undone: string, condition: string, ids: number[]) =>
    trx.raw<{ rowCount: number }>(
      `update audit_log set username = ?, before = ${redact('before')}, after = ${redact('after')},
         details = null, restored_at = ${undone}, erased_at = now()
       where ${condition} and subject_id = any(?::int[]) and (erased_at is null or username <> ?) and action <> 'erase'`,
      [erasedUsername, JSON.stringify(texts), JSON.stringify(texts), ids, erasedUsername],
    );
  const undoneNiceReport = "case when action = 'delete' then coalesce(restored_at, now()) end";
  const reports = await update(inReport, 'restored_at', "subject = 'scammer_report'", reportIds);
  const niceReports = await update(erasedTexts, undoneNiceReport, "subject = 'nice_report'", niceReportIds);
  return reports.rowCount + niceReports.rowCount;
}

/**
 * Removes statements from their cases and replaces their texts, including what moderators wrote about them. `keepsPosts`: their posts
 * stay, and whether the reporter withdrew them, so that a cleared case keeps its posts.
 */
export async function eraseStatements(
  trx: Knex,
  ids: number[],
  { keepsPosts = false } = {},
): Promise<number> {
  await trx.raw(
    `update audit_log set details = details - 'reason', erased_at = now()
     where subject = 'scammer_report' and action = 'decide_statement' and erased_at is null
       and subject_id in (select report_id from statements where id = any(:ids::int[]))
       and details ->> 'statement' = any(:ids::int[]::text[])`,
    { ids },
  );
  const update = () =>
    trx.raw<{ rowCount: number }>(
      `update statements set description = :erasedText,
       twitter_url = case when :keepsPosts and loss_transaction is null then twitter_url else :erasedUrl || id end,
       reject_reason = case when :keepsPosts and reject_reason = :withdrawn then reject_reason end,
       loss_transaction = null, loss_wallet = null, loss = null, dependent = null,
       held_at = null, published_at = null, rejected_at = coalesce(rejected_at, now()), erased_at = now()
     where id = any(:ids::int[])`,
      { ids, keepsPosts, erasedText, erasedUrl, withdrawn: ownReportTexts.statementWithdrawn },
    );
  const shown = trx('statements').whereIn('id', ids).whereNotNull('published_at');
  const cases: number[] = await shown.distinct().pluck('report_id');
  // The audit must report a hidden one that was changed in the database: figures would count it in another month.
  const changed = await changedHidden(trx, { statements: ids });
  const own = ids.filter((id) => !changed.includes(`statement ${id}`));
  const { rowCount } = await changeRows(trx, 'statements', own, update);
  for (const id of cases) await countIndependent(trx, id, { isChanged: true });
  return rowCount;
}

/** Replaces the reasons of status changes. */
export async function eraseCaseChanges(trx: Knex, reportIds: number[]): Promise<number> {
  return trx('case_changes')
    .whereIn('report_id', reportIds)
    .whereNot({ reason: erasedText })
    .update({ reason: erasedText });
}

/** The contributions of some reports and statements. */
export const contributionsOf = (db: Knex, { reportIds, statementIds }: Entries) =>
  db('contributions')
    .where((one) => one.where({ kind: 'report' }).whereIn('subject_id', reportIds))
    .orWhere((one) => one.where({ kind: 'statement' }).whereIn('subject_id', statementIds));

/** Records that an admin erased these entries, without their contents. */
export async function recordErasure(
  trx: Knex,
  { operationId, who, entries }: { operationId: string; who: string; entries: Entries },
): Promise<void> {
  const statements: { id: number; report_id: number }[] = await trx('statements')
    .whereIn('id', entries.statementIds)
    .whereNotIn('report_id', entries.reportIds)
    .select('id', 'report_id');
  const rows = [
    ...statements.map(({ id, report_id }) => ({
      subject: 'scammer_report',
      subject_id: report_id,
      details: JSON.stringify({ statement: String(id) }),
    })),
    ...entries.reportIds.map((id) => ({ subject: 'scammer_report', subject_id: id })),
    ...entries.niceReportIds.map((id) => ({ subject: 'nice_report', subject_id: id })),
  ];
  await trx.batchInsert(
    'audit_log',
    rows.map((row) => ({
      ...row,
      operation_id: operationId,
      who,
      action: 'erase',
      username: erasedUsername,
    })),
    500,
  );
}

/** The texts of entries about others that mention @name, whatever its case, as a whole handle. */
export async function findMentions(
  db: Knex,
  username: string,
  { reportIds, niceReportIds }: Entries,
): Promise<PersonalData['mentions']> {
  const { rows } = await db.raw<{ rows: PersonalData['mentions'] }>(
    `select * from (
       select 'report' as in, id as number, description as text from scammer_reports where not id = any(:reportIds::int[])
       union all select 'praise', id, description from nice_reports where not id = any(:niceReportIds::int[])
       union all select 'statement', report_id, description from statements where not report_id = any(:reportIds::int[])
       union all select 'reply', report_id, body from replies where not report_id = any(:reportIds::int[])
       union all select 'appeal', report_id, body from appeal_messages join appeals on appeals.id = appeal_id
         where not report_id = any(:reportIds::int[])
     ) written where text ~* :mention order by 1, 2`,
    { reportIds, niceReportIds, mention: `(^|[^a-z0-9_@])@${username}([^a-z0-9_]|$)` },
  );
  return rows;
}
