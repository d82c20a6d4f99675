import {
  type AuditEntry,
  auditActions,
  auditSubjects,
  listAuditLog,
} from '@naughty-list/contracts/audit-log';
import { listQueueChanges, type QueueChange } from '@naughty-list/contracts/queue-changes';
import { queueNames } from '@naughty-list/contracts/queue-names';
import Gauge from 'lucide-react/icons/gauge';
import { useNow } from '../../../lib/use-now.ts';
import { ButtonChoice, SelectField, TermField } from '../controls.tsx';
import { adminApi, useIsAdmin } from '../session/admin-api.ts';
import { oneOf, useAddress } from '../use-address.ts';
import { rowsAndTotal } from '../use-page.ts';
import { useRestore } from '../use-restore.ts';
import { EntryHead, LogEntries, useLog } from './log-entries.tsx';
import { OperationEntry } from './operation-entry.tsx';
import { actionNames, operationsOf } from './operations.ts';
import { UndoAccount } from './undo-account.tsx';

const logs = { reports: ReportLog, queues: QueueLog };

const choices = [
  { value: 'reports', label: 'Reports' },
  { value: 'queues', label: 'Queues' },
] as const;

/** The audit logs of reports and nice reports, and of queues, each with its own filters and pages. */
export function AuditLog() {
  const [address, change] = useAddress();
  const isAdmin = useIsAdmin();
  const name = (isAdmin && oneOf(['reports', 'queues'], address.log)) || 'reports';
  const Log = logs[name];
  // The filters of one log do not apply to the other.
  const nothing = Object.fromEntries(Object.keys(address).map((key) => [key, undefined]));
  return (
    <section aria-labelledby="list-title" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="list-title" className="text-2xl text-cranberry-700">
          Audit Log
        </h2>
        {isAdmin && (
          <ButtonChoice
            legend="Changes of"
            value={name}
            choices={choices}
            onChoose={(next) => void change({ ...nothing, log: next === 'reports' ? undefined : next })}
          />
        )}
      </div>
      <Log />
    </section>
  );
}

const queues = [{ value: '', label: 'All' }, ...queueNames.map((name) => ({ value: name, label: name }))];

/** Manual changes made in the queue dashboard. */
function QueueLog() {
  const [address] = useAddress();
  const filters = { queue: oneOf(queueNames, address.queue) };
  const log = useLog<QueueChange>({
    name: 'queue-changes',
    filters,
    load: async (asked, signal) =>
      rowsAndTotal(
        await adminApi.callFull(listQueueChanges, { query: { ...asked, ...filters } }, { signal }),
      ),
  });
  const now = useNow();
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <TermField
          label="Search"
          placeholder="Admin, queue or job"
          term={log.q}
          onSearch={(term) => log.narrow({ q: term || undefined })}
        />
        <SelectField
          label="Queue"
          value={filters.queue ?? ''}
          choices={queues}
          onChoose={(queue) => log.narrow({ queue: queue || undefined })}
        />
      </div>
      <LogEntries
        log={log}
        purpose="Every queue change by an admin is recorded here before it runs, with its outcome afterwards."
      >
        {(rows) => rows.map((change) => <QueueEntry key={change.id} change={change} now={now} />)}
      </LogEntries>
    </>
  );
}

/** One change made in the queue dashboard; its call and request id also appear in the log lines. */
function QueueEntry({ change, now }: { change: QueueChange; now: Date }) {
  return (
    <article
      aria-label={change.what}
      className="grid gap-2 border-t border-parchment-400 py-4 wrap-anywhere sm:px-2"
    >
      <EntryHead Icon={Gauge} title={change.what} who={change.who} at={change.at} now={now} />
      <p className="text-ink-700 sm:pl-8">
        <code className="font-mono">{change.call}</code>, request{' '}
        <code className="font-mono">{change.requestId}</code>: {endOf(change)}
      </p>
      {change.sent !== null && (
        <p className="text-ink-700 sm:pl-8">
          Sent: <code className="font-mono">{change.sent}</code>
        </p>
      )}
    </article>
  );
}

/** The dashboard responds with 400 or above when it changed nothing. */
function endOf({ status }: QueueChange): string {
  if (status === null) return 'outcome unknown';
  return status < 400 ? 'done' : `failed (${status})`;
}

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
function ReportLog() {
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
