import type { DataSubject, PersonalData } from '@naughty-list/contracts/personal-data';
import type { Knex } from 'knex';
import { type EntryRow, toEntry } from '../audit-log/entry.ts';
import { type NiceReportRow, toNiceReport } from '../nice-reports/nice-report.ts';
import { type ReportRow, toAdminReport } from '../reports/report.ts';
import { findEntriesOf } from './repository.ts';

/** Everything that is stored about a data subject; nothing where that is nothing. */
export async function exportData(db: Knex, subject: DataSubject): Promise<PersonalData | undefined> {
  const { reportIds, niceReportIds } = await findEntriesOf(db, subject);
  if (reportIds.length + niceReportIds.length === 0) return undefined;
  // Of a deleted one, everything is in the entry of its deletion.
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
  // Of the reporter, whom the entry's number stands for, and not of the account that was reported.
  const sources =
    subject.reportId === undefined ? [] : await db('report_sources').whereIn('report_id', reportIds);
  return {
    reports: reports.map(toAdminReport),
    niceReports: niceReports.map(toNiceReport),
    auditEntries: entries.map((row) => toEntry(row, { size: 1, restorable: 0 })),
    claims: claims.map((row) => ({
      reportId: row.report_id,
      signature: row.signature,
      status: row.status,
      at: row.created_at.toISOString(),
    })),
    sources: sources.map((row) => ({
      reportId: row.report_id,
      source: row.source,
      at: row.noted_at.toISOString(),
    })),
  };
}
