import { failureNotice, membershipTexts, refusalNotice } from '@naughty-list/contracts/membership';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiOfOneAction } from '../../lib/api.ts';
import { dropProof } from '../../lib/payment-proof/held-proofs.ts';
import type { ProofRefusal } from '../../lib/payment-proof/proof-refusal.ts';
import { showToast } from '../../lib/toasts.ts';
import { tokenConfigQuery } from '../../lib/token-config.ts';
import { MEMBERSHIP_PROOF, type PendingMembership } from './membership.ts';
import { type MembershipEnd, runMembership } from './run-membership.ts';
import { keepPending, openSociety, society } from './society.ts';

/** Processes the pending membership payment. */
export function MembershipUnderWay() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { pending } = society.get();
    if (!pending) return;
    const leaving = new AbortController();
    const keep = (changes: Partial<PendingMembership>) => {
      const now = society.get().pending;
      if (!leaving.signal.aborted && now) keepPending({ ...now, ...changes });
    };
    runMembership(pending, { api: apiOfOneAction(), signal: leaving.signal, keep })
      .then((end) => {
        if (!leaving.signal.aborted) finish(pending, end, queryClient);
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) console.error('a membership stopped', error);
      });
    return () => leaving.abort();
  }, [queryClient]);
  return null;
}

function finish(pending: PendingMembership, end: MembershipEnd, queryClient: QueryClient): void {
  const { hash } = pending;
  dropProof(MEMBERSHIP_PROOF);
  if (end.outcome === 'unproven') {
    waitForProof(pending, end.proof);
    return;
  }
  keepPending(undefined);
  const { isOpen } = society.get();
  if (end.outcome === 'part') {
    if (isOpen) society.set({ step: 'payment', hash: '', failure: undefined });
    showToast({ title: 'Part of it arrived', description: membershipTexts.partArrived });
    return;
  }
  if (end.outcome === 'admitted') {
    if (isOpen) society.set({ link: end.link, step: 'success', failure: undefined });
    showToast({
      title: membershipTexts.verified,
      description: membershipTexts.welcome,
      ...(isOpen
        ? {}
        : { action: { label: 'Show my invite', altText: 'Open the society', onSelect: openSociety } }),
    });
    return;
  }
  const fee = queryClient.getQueryData(tokenConfigQuery.queryKey)?.membershipFeeTokens ?? '750000';
  const failure = (end.outcome === 'refused' ? refusalNotice : failureNotice)(end.message, fee);
  if (isOpen) society.set({ failure, hash });
  showToast({ title: membershipTexts.failedTitle, description: failure, variant: 'destructive' });
}

/** Keeps the payment, and a challenge that may already be signed. */
function waitForProof(pending: PendingMembership, proof: ProofRefusal): void {
  const { refusal } = proof;
  const challenge = refusal ? undefined : pending.proof?.challenge;
  const step = { ...proof, challenge, wallet: pending.proof?.wallet };
  keepPending({ ...pending, stage: 'received', waiting: undefined, proof: step });
  showToast({
    ...(refusal
      ? { title: 'Signature not accepted', description: refusal, variant: 'destructive' as const }
      : { title: 'One more step', description: 'The wallet that paid has to sign a free message.' }),
    ...(society.get().isOpen
      ? {}
      : { action: { label: 'Show', altText: 'Open the society', onSelect: openSociety } }),
  });
}
