import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dropProof } from '../../lib/payment-proof/proof-step.ts';
import { showToast } from '../../lib/toasts.ts';
import { tokenConfigQuery } from '../../lib/token-config.ts';
import { membershipEffect } from './membership/effect.ts';
import {
  findPayment,
  forgetPayment,
  isRemoval,
  type Payment,
  type PaymentKey,
  updatePayment,
} from './payments.ts';
import { removalEffect } from './removal/effect.ts';
import { type Effect, type ProofRefusal, runPayment } from './run.ts';

/** Processes one pending payment and reports its result. */
export function PaymentUnderWay({ of: key }: { of: PaymentKey }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const payment = findPayment(key);
    if (!payment) return;
    const leaving = new AbortController();
    const effect = isRemoval(payment) ? removalEffect : membershipEffect;
    const isLeft = () => leaving.signal.aborted || findPayment(key)?.hash !== payment.hash;
    const keep = (changes: Partial<Payment>) => {
      if (!isLeft()) updatePayment(key, changes);
    };
    runPayment(payment, effect, { signal: leaving.signal, keep })
      .then((end) => {
        const last = findPayment(key);
        if (isLeft() || !last) return;
        dropProof(key);
        if (end.outcome === 'unproven') return waitForProof(last, end.proof, effect);
        if (end.outcome === 'done') return effect.onDone(last, end, queryClient);
        forgetPayment(key);
        if (end.outcome === 'part') {
          effect.onPart?.();
          showToast({ title: 'Part of the payment arrived', description: effect.partArrived });
          return;
        }
        const fee = queryClient.getQueryData(tokenConfigQuery.queryKey)?.membershipFeeTokens ?? '750000';
        const failure = effect.textOf(end, fee);
        effect.onFailure(last, failure);
        showToast({ title: failure.title, description: failure.message, variant: 'destructive' });
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) console.error('a payment stopped', error);
      });
    return () => leaving.abort();
  }, [key, queryClient]);
  return null;
}

/** Keeps the payment, and a challenge that may already be signed. */
function waitForProof({ key, proof: before }: Payment, proof: ProofRefusal, { toShow }: Effect): void {
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
      : { title: 'One more step', description: 'The wallet that paid has to sign a free message.' }),
    ...toShow(),
  });
}
