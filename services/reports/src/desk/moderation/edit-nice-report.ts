import type { AdminNiceReport, ReportEdit } from '@naughty-list/contracts/admin-reports';
import type { Knex } from 'knex';
import type { Operation } from '../../record/rows.ts';
import { moderatedNiceReports } from '../../register/nice-reports/moderated-nice-reports.ts';
import { edit } from './edit.ts';

export type Edited =
  | { outcome: 'edited'; niceReport: AdminNiceReport }
  | { outcome: 'unknown' | 'already-praised' };

/** Edits a nice report; its post must not be that of another nice report. */
export async function applyNiceReportEdit(
  db: Knex,
  request: Operation & { id: number; change: ReportEdit },
): Promise<Edited> {
  try {
    const niceReport = await edit(db, moderatedNiceReports, request);
    return niceReport ? { outcome: 'edited', niceReport } : { outcome: 'unknown' };
  } catch (error) {
    if (isDuplicatePost(error)) return { outcome: 'already-praised' };
    throw error;
  }
}

const UNIQUE_VIOLATION = '23505';

function isDuplicatePost(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === UNIQUE_VIOLATION &&
    'constraint' in error &&
    error.constraint === 'nice_reports_post'
  );
}
