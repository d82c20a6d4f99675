import { removalTexts } from '@naughty-list/contracts/removal';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiOfOneAction } from '../../lib/api.ts';
import { dropProof } from '../../lib/payment-proof/held-proofs.ts';
import { refreshReports } from '../../lib/reports.ts';
import { showToast } from '../../lib/toasts.ts';
import { type Removal, removalPayment } from './removal.ts';
import { findRemoval, updateRemoval } from './removal-store.ts';
import { type RemovalEnd, runRemoval } from './run-removal.ts';
import { silencedText } from './silenced-text.ts';

/** Processes one pending removal and reports its result. */
export function RemovalUnderWay({ reportId }: { reportId: number }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const removal = findRemoval(reportId);
    if (!removal) return;
    const leaving = new AbortController();
    const report = { id: reportId, username: removal.username };
    const keep = (changes: Partial<Removal>) => {
      if (!leaving.signal.aborted) updateRemoval(report, changes);
    };
    runRemoval(removal, { api: apiOfOneAction(), signal: leaving.signal, keep })
      .then((end) => (leaving.signal.aborted ? undefined : finish(report, end, queryClient)))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) console.error('a removal stopped', error);
      });
    return () => leaving.abort();
  }, [reportId, queryClient]);
  return null;
}

async function finish(
  report: { id: number; username: string },
  end: RemovalEnd,
  queryClient: QueryClient,
): Promise<void> {
  dropProof(removalPayment(report.id));
  const stopped = {
    phase: 'draft',
    stage: 'received',
    verificationId: undefined,
    waiting: undefined,
    failure: undefined,
  } as const;
  if (end.outcome === 'unproven') {
    const before = findRemoval(report.id)?.proof;
    const challenge = end.proof.refusal ? undefined : before?.challenge;
    updateRemoval(report, { ...stopped, proof: { ...end.proof, challenge, wallet: before?.wallet } });
    showToast(
      end.proof.refusal
        ? { title: 'Signature not accepted', description: end.proof.refusal, variant: 'destructive' }
        : { title: 'One more step', description: 'The wallet that paid has to sign a free message.' },
    );
    return;
  }
  if (end.outcome === 'part') {
    updateRemoval(report, { ...stopped, hash: '', proof: undefined, byWallet: undefined });
    showToast({ title: 'Part of it arrived', description: removalTexts.partArrived });
    return;
  }
  if (end.outcome === 'failed') {
    const { title, message } = end;
    updateRemoval(report, { ...stopped, proof: undefined, failure: { title, message } });
    showToast({ title, description: message, variant: 'destructive' });
    return;
  }
  const { verificationId } = findRemoval(report.id) ?? {};
  const { outcome: _, ...amounts } = end;
  updateRemoval(report, { ...stopped, ...amounts, verificationId, phase: 'paid' });
  showToast({
    title: 'Report Removed Successfully',
    description: silencedText(end),
  });
  await refreshReports(queryClient);
}
