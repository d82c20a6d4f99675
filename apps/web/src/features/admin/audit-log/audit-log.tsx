import { auditActions, listAuditLog } from '@naughty-list/contracts/audit-log';
import { listQueueChanges, type QueueChange } from '@naughty-list/contracts/queue-changes';
import { queueNames } from '@naughty-list/contracts/queue-names';
import Gauge from 'lucide-react/icons/gauge';
import { ButtonChoice } from '../controls.tsx';
import { TabPage } from '../parts.tsx';
import { adminApi, useIsAdmin } from '../session/admin-api.ts';
import { useAddress } from '../use-address.ts';
import { Log, LogEntry } from './log.tsx';
import { OperationEntry } from './operation-entry.tsx';
import { actions, operationsOf } from './operations.ts';
import { UndoAccount } from './undo-account.tsx';

const logs = [
  { value: 'reports', label: 'Reports', Log: ReportLog },
  { value: 'queues', label: 'Queues', Log: QueueLog },
] as const;

/** The audit logs of reports and of queues, each with its own filters and pages. */
export function AuditLog() {
  const [address, change] = useAddress();
  const isAdmin = useIsAdmin();
  const { value: name, Log: Shown } = logs.find(({ value }) => isAdmin && value === address.log) ?? logs[0];
  // The filters of one log do not apply to the other.
  const noFilters = Object.fromEntries(Object.keys(address).map((key) => [key, undefined]));
  return (
    <TabPage
      title="Audit Log"
      beside={
        isAdmin && (
          <ButtonChoice
            legend="Changes of"
            value={name}
            choices={logs}
            onChoose={(next) => void change({ ...noFilters, log: next === 'reports' ? undefined : next })}
          />
        )
      }
    >
      <Shown />
    </TabPage>
  );
}

const all = { value: '', label: 'All' };

const queueFilters = [
  {
    name: 'queue',
    label: 'Queue',
    choices: [all, ...queueNames.map((name) => ({ value: name, label: name }))],
  },
];

/** Manual changes made in the queue dashboard. */
function QueueLog() {
  return (
    <Log
      name="queue-changes"
      filters={queueFilters}
      load={(query, options) => adminApi.callFull(listQueueChanges, { query }, options)}
      placeholder="Admin, queue or job"
      purpose="Every queue change by an admin is recorded here before it runs, with its outcome afterwards."
    >
      {(rows) => rows.map((change) => <QueueEntry key={change.id} change={change} />)}
    </Log>
  );
}

/** One change made in the queue dashboard; its call and request id also appear in the log lines. */
function QueueEntry({ change }: { change: QueueChange }) {
  const { what, who, at, call, requestId, sent } = change;
  return (
    <LogEntry Icon={Gauge} title={what} who={who} at={at}>
      <p className="text-ink-700 sm:pl-8">
        <code className="font-mono">{call}</code>, request <code className="font-mono">{requestId}</code>:{' '}
        {outcomeOf(change)}
      </p>
      {sent !== null && (
        <p className="text-ink-700 sm:pl-8">
          Sent: <code className="font-mono">{sent}</code>
        </p>
      )}
    </LogEntry>
  );
}

/** The dashboard responds with 400 or above when it changed nothing. */
function outcomeOf({ status }: QueueChange): string {
  if (status === null) return 'outcome unknown';
  return status < 400 ? 'done' : `failed (${status})`;
}

const reportFilters = [
  {
    name: 'action',
    label: 'Action',
    choices: [all, ...auditActions.map((action) => ({ value: action, label: actions[action].name }))],
  },
  {
    name: 'subject',
    label: 'List',
    choices: [
      all,
      { value: 'scammer_report', label: 'Scammer reports' },
      { value: 'nice_report', label: 'Nice reports' },
    ],
  },
];

/** Changes of reports and nice reports, with the previous values; most can be undone here. */
function ReportLog() {
  const isAdmin = useIsAdmin();
  return (
    <>
      <Log
        name="audit-log"
        filters={reportFilters}
        load={(query, options) => adminApi.callFull(listAuditLog, { query }, options)}
        placeholder="Admin or username"
        purpose="Every change by an admin or moderator is recorded here: who, what, before and after."
      >
        {(rows) =>
          operationsOf(rows).map((operation) => (
            <OperationEntry key={operation.first.id} operation={operation} />
          ))
        }
      </Log>
      {isAdmin && <UndoAccount />}
    </>
  );
}
