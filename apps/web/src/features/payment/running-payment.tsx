import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dropProof } from '../../lib/payment-proof/proof-step.ts';
import { tokenConfigQuery } from '../../lib/site-settings.ts';
import { showToast } from '../../lib/toasts.ts';
import { membershipPayment } from './membership/membership-payment.ts';
import {
  findPayment,
  forgetPayment,
  isRemoval,
  type Payment,
  type PaymentKey,
  updatePayment,
} from './payments.ts';
import { removalPayment } from './removal/removal-payment.ts';
import { type PaymentKind, type ProofRefusal, runPayment } from './run.ts';

/** Runs one pending payment and shows its result. Renders nothing. */
export function RunningPayment({ of: key }: { of: PaymentKey }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const payment = findPayment(key);
    if (!payment) return;
    const unmount = new AbortController();
    const kind = isRemoval(payment) ? removalPayment : membershipPayment;
    const isStale = () => unmount.signal.aborted || findPayment(key)?.hash !== payment.hash;
    const keep = (changes: Partial<Payment>) => {
      if (!isStale()) updatePayment(key, changes);
    };
    runPayment(payment, kind, { signal: unmount.signal, keep })
      .then((end) => {
        const last = findPayment(key);
        if (isStale() || !last) return;
        dropProof(key);
        if (end.outcome === 'unproven') return waitForProof(last, end.proof, kind);
        if (end.outcome === 'done') return kind.onDone(last, end, queryClient);
        forgetPayment(key);
        if (end.outcome === 'part') {
          kind.onPart?.();
          showToast({ title: 'Part of the payment arrived', description: kind.partArrived });
          return;
        }
        const fee = queryClient.getQueryData(tokenConfigQuery.queryKey)?.membershipFeeTokens ?? '750000';
        const failure = kind.textOf(end, fee);
        updatePayment(key, { username: last.username, hash: last.hash, failure });
        showToast({ title: failure.title, description: failure.message, variant: 'destructive' });
      })
      .catch((error: unknown) => {
        if (!unmount.signal.aborted) console.error('a payment stopped', error);
      });
    return () => unmount.abort();
  }, [key, queryClient]);
  return null;
}

/** Keeps the payment, and a challenge that may already be signed. */
function waitForProof({ key, proof: before }: Payment, proof: ProofRefusal, { toShow }: PaymentKind): void {
  const { refusal } = proof;
  updatePayment(key, {
    phase: 'draft',
    stage: 'received',
    verificationId: undefined,
    waiting: undefined,
    failure: undefined,
    proof: { ...proof, challenge: refusal ? undefined : before?.challenge, wallet: before?.wallet },
  });
  showToast({
    ...(refusal
      ? { title: 'Signature not accepted', description: refusal, variant: 'destructive' as const }
      : { title: 'Your payment needs a signature' }),
    ...toShow(),
  });
}
