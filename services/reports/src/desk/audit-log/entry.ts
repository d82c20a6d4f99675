import { type AuditEntry, REPORTER, undoableActions } from '@naughty-list/contracts/audit-log';
import type { EntryRow, OperationCounts } from '../../record/audit-entries.ts';
import { type Stored, viewStored } from '../../record/entity.ts';
import { moderatedNiceReports } from '../../register/nice-reports/nice-report.ts';
import { moderatedReports } from '../../register/reports/moderated-reports.ts';

/** The entities of audit log entries, by the name stored there. */
export const entities = { scammer_report: moderatedReports, nice_report: moderatedNiceReports } as const;

/** Whether an entry can be undone, and was not yet: no withdrawal; after an erasure, only a deletion can. */
export const isUndoable = ({ who, action, restored_at, erased_at }: EntryRow): boolean =>
  who !== REPORTER &&
  (undoableActions as readonly string[]).includes(action) &&
  restored_at === null &&
  (action === 'delete' || erased_at === null);

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
