import type { DataSubject, PersonalData } from '@naughty-list/contracts/personal-data';
import type { Knex } from 'knex';
import { readAppealsOfCase } from '../../cases/appeals/appeal.ts';
import { type StatementRow, toStatement } from '../../cases/read-case.ts';
import type { EntryRow } from '../../record/audit-entries.ts';
import { timeInJson } from '../../register/lists/repository.ts';
import { type NiceReportRow, toNiceReport } from '../../register/nice-reports/nice-report.ts';
import { type ReportRow, toAdminReport } from '../../register/reports/report.ts';
import { tracesOfStatements } from '../../register/traces.ts';
import { toEntry } from '../audit-log/entry.ts';
import { contributionsOf, findEntriesOf, findMentions } from './repository.ts';

/** Everything stored about a data subject; undefined if there is nothing. */
export async function exportData(db: Knex, subject: DataSubject): Promise<PersonalData | undefined> {
  const found = await findEntriesOf(db, subject);
  const { reportIds, niceReportIds, statementIds } = found;
  const mentions = subject.username === undefined ? [] : await findMentions(db, subject.username, found);
  if (reportIds.length + niceReportIds.length + statementIds.length + mentions.length === 0) return undefined;
  // A deleted nice report is stored only in the entry of its deletion.
  const reports: ReportRow[] = await db('scammer_reports')
    .whereIn('id', reportIds)
    .whereNull('deleted_at')
    .orderBy('id');
  const niceReports: NiceReportRow[] = await db('nice_reports').whereIn('id', niceReportIds).orderBy('id');
  const entries: EntryRow[] = await db('audit_log')
    .where((one) => one.where({ subject: 'scammer_report' }).whereIn('subject_id', reportIds))
    .orWhere((one) => one.where({ subject: 'nice_report' }).whereIn('subject_id', niceReportIds))
    .orderBy('id');
  const claims = await db('removal_claims')
    .whereIn('report_id', reportIds)
    .orderBy('created_at')
    .select('report_id as reportId', 'signature', 'status', db.raw(`${timeInJson('created_at')} as at`));
  const statements: StatementRow[] = await db('statements').whereIn('id', statementIds).orderBy('id');
  const caseChanges = await db('case_changes')
    .whereIn('report_id', reportIds)
    .orderBy('id')
    .select(
      'report_id as caseNumber',
      'status',
      'rule',
      'reason',
      'role',
      db.raw(`${timeInJson('at')} as at`),
    )
    .select(
      db.raw(
        "case when period_from is not null then jsonb_build_object('from', period_from, 'to', period_to) end as period",
      ),
    );
  const keptPosts: PersonalData['keptPosts'] = await db('kept_posts')
    .where((of) =>
      of
        .where((one) => one.whereIn('report_id', reportIds).where({ statement_id: 0 }))
        .orWhereIn(
          ['report_id', 'statement_id'],
          statements.map((row) => [row.report_id, row.id]),
        ),
    )
    .whereNotNull('fetched_at')
    .orderBy(['report_id', 'statement_id'])
    .select('report_id as caseNumber', 'statement_id as statement', 'twitter_url as twitterUrl', 'text')
    .select(db.raw(`${timeInJson('fetched_at')} as at`));
  const traces: PersonalData['traces'] = await tracesOfStatements(db, statementIds)
    .orWhereIn('report_id', reportIds)
    .orderBy(['report_id', 'statement_id', 'kind', 'value'])
    .select('report_id as caseNumber', 'statement_id as statement', 'kind', 'value');
  // Data of the reporter, whom the entry's number identifies, not of the reported account.
  const contributions = subject.username === undefined ? await contributionsOf(db, found) : [];
  const appeals =
    subject.username === undefined
      ? []
      : (await Promise.all(reportIds.map((id) => readAppealsOfCase(db, id)))).flat();
  return {
    reports: reports.map(toAdminReport),
    niceReports: niceReports.map(toNiceReport),
    mentions,
    auditEntries: entries.map((row) => toEntry(row, { size: 1, restorable: 0 })),
    claims,
    sources: contributions
      .filter(({ source }) => source !== null)
      .map((row) => ({ reportId: row.subject_id, source: row.source, at: row.at.toISOString() })),
    statements: statements.map((row) => ({ ...toStatement(row), caseNumber: row.report_id })),
    caseChanges,
    traces: traces.map(inCase),
    keptPosts: keptPosts.map(inCase),
    contributions: contributions.map((row) => ({
      kind: row.kind,
      id: row.subject_id,
      reporterKey: row.reporter_key,
      networkKey: row.network_key,
      allocationKey: row.allocation_key,
      at: row.at.toISOString(),
    })),
    appeals: appeals.map(({ caseNumber, grounds, openedAt, messages, decision, reply }) => ({
      caseNumber,
      grounds,
      openedAt,
      messages,
      decision,
      reply,
    })),
  };
}

/** Of a report, there is no number of a statement. */
const inCase = <Row extends { statement?: number | undefined }>(row: Row): Row => {
  const { statement, ...rest } = row;
  return statement ? row : (rest as Row);
};
