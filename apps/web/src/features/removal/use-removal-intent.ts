import { openRemovalIntent } from '@naughty-list/contracts/payment-intents';
import type { Report } from '@naughty-list/contracts/reports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { usePaymentIntent } from '../../lib/payment-intent/use-intent.ts';
import { paidBy } from '../../lib/payment-intent/what-to-pay.ts';
import { refreshReports } from '../../lib/reports.ts';
import { showToast } from '../../lib/toasts.ts';
import { isPaid, isUnderWay } from './removal.ts';
import { findRemoval, updateRemoval } from './removal-store.ts';
import { silencedText } from './silenced-text.ts';

/** This browser's intent for a report. Paid from another device, it becomes a receipt here. */
export function useRemovalIntent(report: Report) {
  const { id, username } = report;
  const queryClient = useQueryClient();
  const followed = usePaymentIntent(`removal:${id}`, () => api.call(openRemovalIntent, { params: { id } }));
  const { intent } = followed;
  useEffect(() => {
    const removal = findRemoval(id);
    if (intent?.state !== 'paid' || (removal && (isUnderWay(removal) || isPaid(removal)))) return;
    const payment = paidBy(intent);
    const amounts = { amountBurned: Number(intent.received), amountSent: Number(intent.sent) };
    updateRemoval(
      { id, username },
      {
        phase: 'paid',
        hash: payment?.signature ?? '',
        verificationId: payment?.verificationId,
        ...amounts,
      },
    );
    showToast({
      title: 'Report Removed Successfully',
      description: silencedText(amounts),
    });
    void refreshReports(queryClient);
  }, [intent, id, username, queryClient]);
  return followed;
}
