import type { DataSubject, PersonalData } from '@naughty-list/contracts/personal-data';
import type { Knex } from 'knex';
import { readAppealsOfCase } from '../../cases/appeals/appeal.ts';
import { type StatementRow, toStatement } from '../../cases/read-case.ts';
import type { EntryRow } from '../../record/audit-entries.ts';
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
    .select('report_id', 'signature', 'status', 'created_at');
  const statements: StatementRow[] = await db('statements').whereIn('id', statementIds).orderBy('id');
  const changes = await db('case_changes')
    .whereIn('report_id', reportIds)
    .orderBy('id')
    .select('*', db.raw('period_from::text'), db.raw('period_to::text'));
  const keptPosts = await db('kept_posts')
    .where((of) =>
      of
        .where((one) => one.whereIn('report_id', reportIds).where({ statement_id: 0 }))
        .orWhereIn(
          ['report_id', 'statement_id'],
          statements.map((row) => [row.report_id, row.id]),
        ),
    )
    .whereNotNull('fetched_at')
    .orderBy(['report_id', 'statement_id']);
  const traces = await tracesOfStatements(db, statementIds)
    .orWhereIn('report_id', reportIds)
    .orderBy(['report_id', 'statement_id', 'kind', 'value']);
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
    claims: claims.map((row) => ({
      reportId: row.report_id,
      signature: row.signature,
      status: row.status,
      at: row.created_at.toISOString(),
    })),
    sources: contributions
      .filter(({ source }) => source !== null)
      .map((row) => ({ reportId: row.subject_id, source: row.source, at: row.at.toISOString() })),
    statements: statements.map((row) => ({ ...toStatement(row), caseNumber: row.report_id })),
    caseChanges: changes.map(({ report_id: caseNumber, status, rule, reason, role, ...row }) => ({
      caseNumber,
      status,
      rule,
      reason,
      role,
      at: row.at.toISOString(),
      period: row.period_from && { from: row.period_from, to: row.period_to },
    })),
    traces: traces.map(({ report_id: caseNumber, statement_id: statement, kind, value }) => ({
      caseNumber,
      ...(statement && { statement }),
      kind,
      value,
    })),
    keptPosts: keptPosts.map((row) => ({
      caseNumber: row.report_id,
      ...(row.statement_id && { statement: row.statement_id }),
      twitterUrl: row.twitter_url,
      text: row.text,
      at: row.fetched_at.toISOString(),
    })),
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
