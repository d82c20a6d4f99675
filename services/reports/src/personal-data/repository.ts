import type { DataSubject } from '@naughty-list/contracts/personal-data';
import type { Knex } from 'knex';
import type { ReportRow } from '../reports/report.ts';

/** The numbers of the entries that a data subject is in, deleted ones too. */
export type Entries = { reportIds: number[]; niceReportIds: number[] };

export async function findEntriesOf(db: Knex, subject: DataSubject): Promise<Entries> {
  const { username, reportId, niceReportId } = subject;
  if (username === undefined) {
    return {
      reportIds: await known(db, 'scammer_report', reportId),
      niceReportIds: await known(db, 'nice_report', niceReportId),
    };
  }
  const { rows } = await db.raw<{ rows: { subject: string; id: number }[] }>(
    `select 'scammer_report' as subject, id from scammer_reports where lower(username) = lower(:username)
     union select 'nice_report', id from nice_reports where lower(username) = lower(:username)
     union select subject, subject_id from audit_log where lower(username) = lower(:username)`,
    { username },
  );
  const ids = (name: string) => rows.filter(({ subject }) => subject === name).map(({ id }) => id);
  return { reportIds: ids('scammer_report'), niceReportIds: ids('nice_report') };
}

async function known(
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

/** What replaces a name and its texts. The row itself stays: payments for it are judged by its number and reference. */
const erasedUsername = 'erased';
const erasedTexts = {
  username: erasedUsername,
  twitter_url: `https://x.com/${erasedUsername}`,
  tweet_content: null,
  tweet_date: null,
  description: 'This entry was erased.',
};

/**
 * Takes reports off the list and replaces what they say; returns how many were not erased before. Deleted ones are counted as
 * entries of the audit log.
 */
export async function eraseReports(trx: Knex, ids: number[]): Promise<number> {
  const erased: Pick<ReportRow, 'deleted_at'>[] = await trx('scammer_reports')
    .whereIn('id', ids)
    .whereNull('erased_at')
    .update({
      ...erasedTexts,
      evidence_urls: '{}',
      is_removed: true,
      held_at: null,
      profile_image_refreshed_at: null,
      erased_at: trx.fn.now(),
    })
    .returning('deleted_at');
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
       where ${condition} and subject_id = any(?::int[]) and erased_at is null and action <> 'erase'`,
      [erasedUsername, JSON.stringify(texts), JSON.stringify(texts), ids],
    );
  const undoneNiceReport = "case when action = 'delete' then coalesce(restored_at, now()) end";
  const reports = await update(inReport, 'restored_at', "subject = 'scammer_report'", reportIds);
  const niceReports = await update(erasedTexts, undoneNiceReport, "subject = 'nice_report'", niceReportIds);
  return reports.rowCount + niceReports.rowCount;
}

/** Writes down that an admin erased these entries, and nothing of what they said. */
export async function recordErasure(
  trx: Knex,
  { operationId, who, entries }: { operationId: string; who: string; entries: Entries },
): Promise<void> {
  const rows = [
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
