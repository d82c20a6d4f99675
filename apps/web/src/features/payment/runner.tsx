import { useEffect } from 'react';
import { createChunk } from '../../lib/chunk.ts';
import { isUnderWay, updatePayment, usePayments } from './payments.ts';
import type { PaymentUnderWay as PaymentUnderWayComponent } from './under-way.tsx';

const worker = createChunk<typeof PaymentUnderWayComponent>(() =>
  import('./under-way.tsx').then(({ PaymentUnderWay }) => PaymentUnderWay),
);

/**
 * Processes every pending payment, whether its card or dialog is open, closed or on another page, and after a reload.
 * Mount once, above all pages.
 */
export function PaymentRunner() {
  const payments = usePayments().filter(isUnderWay);
  const { value: PaymentUnderWay, hasFailed } = worker.use(payments.length > 0);
  useEffect(() => {
    if (!hasFailed) return;
    for (const { key, waiting } of payments)
      if (!waiting) updatePayment(key, { waiting: navigator.onLine ? 'busy' : 'offline' });
  });
  if (!PaymentUnderWay) return null;
  return payments.map(({ key, hash }) => <PaymentUnderWay key={`${key}:${hash}`} of={key} />);
}
