import { ButtonChoice } from '../controls.tsx';
import { useIsAdmin } from '../session/admin-api.ts';
import { oneOf, useAddress } from '../use-address.ts';
import { QueueLog } from './queue-log.tsx';
import { ReportLog } from './report-log.tsx';

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
