import {
  type AuditEntry,
  auditActions,
  auditSubjects,
  listAuditLog,
} from '@naughty-list/contracts/audit-log';
import { useNow } from '../../../lib/use-now.ts';
import { SelectField, TermField } from '../controls.tsx';
import { adminApi, useIsAdmin } from '../session/admin-api.ts';
import { oneOf, useAddress } from '../use-address.ts';
import { rowsAndTotal } from '../use-page.ts';
import { useRestore } from '../use-restore.ts';
import { LogEntries, useLog } from './log-entries.tsx';
import { OperationEntry } from './operation-entry.tsx';
import { actionNames, operationsOf } from './operations.ts';
import { UndoAccount } from './undo-account.tsx';

const actions = [
  { value: '', label: 'All' },
  ...auditActions.map((action) => ({ value: action, label: actionNames[action] })),
] as const;

const subjects = [
  { value: '', label: 'All' },
  { value: 'scammer_report', label: 'Scammer reports' },
  { value: 'nice_report', label: 'Nice reports' },
] as const;

/** Changes of reports and nice reports, with the previous values; most can be undone here. */
export function ReportLog() {
  const [address] = useAddress();
  const filters = {
    action: oneOf(auditActions, address.action),
    subject: oneOf(auditSubjects, address.subject),
  };
  const log = useLog<AuditEntry>({
    name: 'audit-log',
    filters,
    load: async (asked, signal) =>
      rowsAndTotal(await adminApi.callFull(listAuditLog, { query: { ...asked, ...filters } }, { signal })),
  });
  const now = useNow();
  const restore = useRestore();
  const isAdmin = useIsAdmin();
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <TermField
          label="Search"
          placeholder="Admin or username"
          term={log.q}
          onSearch={(term) => log.narrow({ q: term || undefined })}
        />
        <SelectField
          label="Action"
          value={filters.action ?? ''}
          choices={actions}
          onChoose={(action) => log.narrow({ action: action || undefined })}
        />
        <SelectField
          label="List"
          value={filters.subject ?? ''}
          choices={subjects}
          onChoose={(subject) => log.narrow({ subject: subject || undefined })}
        />
      </div>
      <LogEntries
        log={log}
        purpose="Every change by an admin or moderator is recorded here: who, what, before and after."
      >
        {(rows) =>
          operationsOf(rows).map((operation) => (
            <OperationEntry key={operation.first.id} operation={operation} now={now} onRestore={restore} />
          ))
        }
      </LogEntries>
      {isAdmin && <UndoAccount />}
    </>
  );
}
