import { useEffect } from 'react';
import { createChunk } from '../../lib/chunk.ts';
import { isRunning, updatePayment, usePayments } from './payments.ts';

const worker = createChunk(() =>
  import('./running-payment.tsx').then(({ RunningPayment }) => RunningPayment),
);

/** Runs every pending payment, also while its card or dialog is closed, and after a reload. Mount once, above all pages. */
export function PaymentRunner() {
  const payments = usePayments().filter(isRunning);
  const { value: RunningPayment, hasFailed } = worker.use(payments.length > 0);
  useEffect(() => {
    if (!hasFailed) return;
    for (const { key, waiting } of payments)
      if (!waiting) updatePayment(key, { waiting: navigator.onLine ? 'busy' : 'offline' });
  });
  if (!RunningPayment) return null;
  return payments.map(({ key, hash }) => <RunningPayment key={`${key}:${hash}`} of={key} />);
}
