import { type AuditEntry, auditActions, listAuditLog } from '@naughty-list/contracts/audit-log';
import { listQueueChanges, type QueueChange } from '@naughty-list/contracts/queue-changes';
import { queueNames } from '@naughty-list/contracts/queue-names';
import Gauge from 'lucide-react/icons/gauge';
import { useNow } from '../../../lib/use-now.ts';
import { ButtonChoice } from '../controls.tsx';
import { ListFilters, type ListOptions, ListPage, ListSummary, useList } from '../list.tsx';
import { adminApi, useIsAdmin } from '../session/admin-api.ts';
import { oneOf, useAddress } from '../use-address.ts';
import { EntryHead } from './entry-head.tsx';
import { OperationEntry } from './operation-entry.tsx';
import { actions, operationsOf } from './operations.ts';
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

const all = { value: '', label: 'All' };
const noun = { one: 'entry', many: 'entries' };
const whole = 'the audit log';

const queueLog: ListOptions<QueueChange> = {
  name: 'queue-changes',
  noun,
  whole,
  empty: {
    title: 'No changes yet',
    text: 'Every queue change by an admin is recorded here before it runs, with its outcome afterwards.',
  },
  filters: [
    {
      name: 'queue',
      label: 'Queue',
      choices: [all, ...queueNames.map((name) => ({ value: name, label: name }))],
    },
  ],
  load: (query, options) => adminApi.callFull(listQueueChanges, { query }, options),
};

/** Manual changes made in the queue dashboard. */
function QueueLog() {
  const log = useList(queueLog);
  const now = useNow();
  return (
    <>
      <ListFilters list={log} placeholder="Admin, queue or job" />
      <ListSummary list={log} />
      <ListPage list={log}>
        {(rows) => rows.map((change) => <QueueEntry key={change.id} change={change} now={now} />)}
      </ListPage>
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

const reportLog: ListOptions<AuditEntry> = {
  name: 'audit-log',
  noun,
  whole,
  empty: {
    title: 'No changes yet',
    text: 'Every change by an admin or moderator is recorded here: who, what, before and after.',
  },
  filters: [
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
  ],
  load: (query, options) => adminApi.callFull(listAuditLog, { query }, options),
};

/** Changes of reports and nice reports, with the previous values; most can be undone here. */
function ReportLog() {
  const log = useList(reportLog);
  const now = useNow();
  const isAdmin = useIsAdmin();
  return (
    <>
      <ListFilters list={log} placeholder="Admin or username" />
      <ListSummary list={log} />
      <ListPage list={log}>
        {(rows) =>
          operationsOf(rows).map((operation) => (
            <OperationEntry key={operation.first.id} operation={operation} now={now} />
          ))
        }
      </ListPage>
      {isAdmin && <UndoAccount />}
    </>
  );
}
