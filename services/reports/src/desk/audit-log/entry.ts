import { type AuditEntry, undoableActions } from '@naughty-list/contracts/audit-log';
import { type Stored, viewStored } from '../../record/entity.ts';
import { moderatedNiceReports } from '../../register/nice-reports/moderated-nice-reports.ts';
import { moderatedReports } from '../../register/reports/moderated-reports.ts';

/** The entities of audit log entries, by the name stored there. */
export const entities = { scammer_report: moderatedReports, nice_report: moderatedNiceReports } as const;

/** A row of `audit_log`. */
export type EntryRow = {
  id: number;
  operation_id: string;
  at: Date;
  who: string;
  action: AuditEntry['action'];
  subject: AuditEntry['subject'];
  subject_id: number;
  username: string;
  before: Stored | null;
  after: Stored | null;
  details: Record<string, string> | null;
  restored_at: Date | null;
  erased_at: Date | null;
};

/** Whether an entry can be undone, and was not yet; of what was erased, only a deletion. */
export const isUndoable = ({ action, restored_at, erased_at }: EntryRow): boolean =>
  (undoableActions as readonly string[]).includes(action) &&
  restored_at === null &&
  (action === 'delete' || erased_at === null);

/** The number of entries of an operation, and of those that can be undone. */
export type OperationCounts = { size: number; restorable: number };

/** An entry as admins see it. */
export function toEntry(row: EntryRow, { size, restorable }: OperationCounts): AuditEntry {
  const view = (stored: Stored | null): AuditEntry['before'] => {
    if (!stored) return null;
    return row.subject === 'scammer_report'
      ? viewStored(entities.scammer_report, stored)
      : viewStored(entities.nice_report, stored);
  };
  return {
    id: row.id,
    operationId: row.operation_id,
    at: row.at.toISOString(),
    who: row.who,
    action: row.action,
    subject: row.subject,
    subjectId: row.subject_id,
    username: row.username,
    before: view(row.before),
    after: view(row.after),
    ...(row.details && { details: row.details }),
    isRestorable: isUndoable(row),
    operationSize: size,
    operationRestorable: restorable,
  };
}
