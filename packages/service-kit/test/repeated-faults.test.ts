import { createFaultLog } from '@naughty-list/service-kit/telemetry/faults';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { expect, it } from 'vitest';

it('logs a repeated fault once, and a different one at once', () => {
  const log = createLog('test', 'info');
  const notified: unknown[] = [];
  log.warn = (fields: object) => void notified.push(fields);
  const onFault = createFaultLog(log, 'worker error', { queue: 'toys' });
  const away = new Error('connect ECONNREFUSED');
  const other = new Error('another');
  for (let n = 0; n < 100; n += 1) onFault(away);
  onFault(other);
  expect(notified).toEqual([
    { err: away, queue: 'toys' },
    { err: other, queue: 'toys', silenced: 99 },
  ]);
});
