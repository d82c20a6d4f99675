import { listQueueChanges, type QueueChange } from '@naughty-list/contracts/queue-changes';
import { queueNames } from '@naughty-list/contracts/queue-names';
import Gauge from 'lucide-react/icons/gauge';
import { useNow } from '../../../lib/use-now.ts';
import { SelectField, TermField } from '../controls.tsx';
import { adminApi } from '../session/admin-api.ts';
import { oneOf, useAddress } from '../use-address.ts';
import { rowsAndTotal } from '../use-page.ts';
import { EntryHead, LogEntries, useLog } from './log-entries.tsx';

const queues = [{ value: '', label: 'All' }, ...queueNames.map((name) => ({ value: name, label: name }))];

/** Manual changes made in the queue dashboard. */
export function QueueLog() {
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
