import {
  auditActions,
  listAuditLog,
  type UndoneAccount,
  undoAccount,
} from '@naughty-list/contracts/audit-log';
import { listQueueChanges, type QueueChange } from '@naughty-list/contracts/queue-changes';
import { queueNames } from '@naughty-list/contracts/queue-names';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Gauge from 'lucide-react/icons/gauge';
import { useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonChoice } from '../../../ui/button-choice.tsx';
import { asTyped, Form, TextField } from '../../../ui/field.tsx';
import { lastPeriod, PeriodFields, readPeriod, TabPage, Tool } from '../parts.tsx';
import { adminApi, useIsAdmin } from '../session/admin-api.ts';
import { useAddress } from '../use-address.ts';
import { leftOut, refreshLists } from '../use-change.ts';
import { Log, LogEntry } from './log.tsx';
import { OperationEntry } from './operation-entry.tsx';
import { actions, operationsOf } from './operations.ts';

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
            legend={<span className="sr-only">Changes to</span>}
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
        purpose="Every change that an admin or moderator makes to entries and cases is recorded here: who, what, before and after."
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

const DAY_MS = 86_400_000;

/** Undoes everything that an account did within a period, after a preview. */
export function UndoAccount() {
  const [input, setInput] = useState(() => ({ who: '', ...lastPeriod(DAY_MS) }));
  const [preview, setPreview] = useState<UndoneAccount>();
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (dryRun: boolean) => {
      const [who, period] = [input.who.trim(), readPeriod(input)];
      if (who === '' || !period)
        throw new Error('Enter an account, a start and an end, with the start first');
      const body = { who, ...period, dryRun };
      const call = () => adminApi.call(undoAccount, { body });
      if (dryRun) return setPreview(await call());
      let result = await call();
      let { undone } = result;
      // Each call undoes a limited number.
      while (result.left > 0 && result.undone > 0) {
        result = await call();
        undone += result.undone;
      }
      const left = leftOut(result.notUndone, 'undone');
      showToast({
        title: `${formatWhole(undone)} undone`,
        ...(left && { description: left, variant: 'destructive' }),
      });
      setPreview(undefined);
      await refreshLists(queryClient);
    },
  });
  const run = (dryRun: boolean) => !isPending && mutate(dryRun);
  const change = (changes: Partial<typeof input>) => {
    setInput({ ...input, ...changes });
    setPreview(undefined);
    reset();
  };
  return (
    <Tool title="Undo everything an account did">
      <Form aria-label="Undo everything an account did" onSubmit={() => run(true)} className="grid gap-3">
        <div className="grid items-start gap-3 sm:grid-cols-3">
          <TextField
            label="Account"
            hint="The name shown in this log"
            error={error?.message}
            {...asTyped}
            value={input.who}
            onType={(text) => change({ who: text })}
          />
          <PeriodFields label="From" period={input} onChange={change} />
        </div>
        <Button look="outline" type="submit" aria-disabled={isPending} className="w-fit">
          Show what would be undone
        </Button>
      </Form>
      {preview && <Preview found={preview} isBusy={isPending} onUndo={() => run(false)} />}
    </Tool>
  );
}

function Preview({ found, isBusy, onUndo }: { found: UndoneAccount; isBusy: boolean; onUndo: () => void }) {
  const { counts, entries, left } = found;
  return (
    <section aria-label="What would be undone" className="grid gap-3">
      {counts.length === 0 && (
        <p>Nothing to undo. Is the name spelled exactly as in this log, and the period right?</p>
      )}
      <ul className="figures grid gap-1">
        {counts.map(({ action, undoable, lasting }) => (
          <li key={action}>
            {actions[action].name} × <strong>{formatWhole(undoable + lasting)}</strong>
            {lasting > 0 &&
              (undoable > 0
                ? `, ${formatWhole(lasting)} of which can't be undone`
                : ", which can't be undone")}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <>
          <ol className="figures max-h-80 overflow-y-auto border-y border-parchment-400 py-2">
            {entries.map(({ id, action, subjectId, username }) => (
              <li key={id} className="wrap-anywhere">
                {actions[action].name} #{subjectId} @{username}
              </li>
            ))}
            {left > entries.length && <li>and {formatWhole(left - entries.length)} more</li>}
          </ol>
          <p>
            Statuses, lists, reporters' records and the posts that can't be reported again go back to what
            they were. Anything changed since then stays as it is.
          </p>
          <Button look="cranberry" aria-disabled={isBusy} onClick={onUndo} className="w-fit">
            {isBusy ? 'Undoing…' : `Undo ${formatWhole(left)}`}
          </Button>
        </>
      )}
    </section>
  );
}
