import { ButtonChoice } from '../button-choice.tsx';
import { oneOf, useAddress } from '../use-address.ts';
import { QueueLog } from './queue-log.tsx';
import { ReportLog } from './report-log.tsx';

const logs = { reports: ReportLog, queues: QueueLog };

const choices = [
  { value: 'reports', label: 'Reports' },
  { value: 'queues', label: 'Queues' },
] as const;

/** Who changed what: reports and praises, or queues. Each has a log of its own, with filters and pages of its own. */
export function AuditLog() {
  const [address, change] = useAddress();
  const name = oneOf(['reports', 'queues'], address.log) ?? 'reports';
  const Log = logs[name];
  // What narrows one log means nothing in the other.
  const nothing = Object.fromEntries(Object.keys(address).map((key) => [key, undefined]));
  return (
    <section aria-labelledby="list-title" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="list-title" className="text-2xl text-cranberry-700">
          Audit Log
        </h2>
        <ButtonChoice
          legend="Changes of"
          value={name}
          choices={choices}
          onChoose={(next) => void change({ ...nothing, log: next === 'reports' ? undefined : next })}
        />
      </div>
      <Log />
    </section>
  );
}
