import { recoverMembership } from '@naughty-list/contracts/membership';
import { issueMembershipProof, type PaymentProof } from '@naughty-list/contracts/payment-proofs';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api, apiOfOneAction } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import type { ProofStep } from '../../../lib/payment-proof/proof-step.ts';
import { FIRST_PAUSE_MS, longerPause, pause, type Waiting, withRetries } from '../../../lib/retry.ts';
import { stuckTexts } from '../../../lib/stages.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { ProofPanel } from '../../../ui/payment-proof/proof-panel.tsx';
import { keepRecovery, society } from './society.ts';

const CHECKING = 'Checking the signature. Usually takes a few seconds.';

const begun: ProofStep = { payers: [] };

function keep(changes: Partial<ProofStep>): void {
  keepRecovery({ ...(society.get().recovery ?? begun), ...changes });
}

function leave(): void {
  society.set({ step: 'payment' });
  keepRecovery(undefined);
}

/** Recovers a membership in a new browser: the paying wallet signs. */
export function RecoveryStep({ connect }: { connect: ReactNode }) {
  const { recovery: step = begun } = society.use();
  const [news, setNews] = useState<string>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const open = async (proof: PaymentProof) => {
    if (news) return;
    const ended = new AbortController();
    leaving.current = ended;
    setNews(CHECKING);
    keep({ refusal: undefined });
    try {
      const onWaiting = (why: Waiting | undefined) => setNews(why ? stuckTexts[why] : CHECKING);
      const end = await recover(proof, { signal: ended.signal, onWaiting });
      if ('refusal' in end) return keep({ refusal: end.refusal, challenge: undefined });
      society.set({ link: end.link, step: 'success' });
      keepRecovery(undefined);
      showToast({ title: 'Welcome back!', description: 'The chat is open in this browser.' });
    } catch (error) {
      if (ended.signal.aborted) return;
      keep({ refusal: errorText(error, 'The signature could not be checked.'), challenge: undefined });
    } finally {
      if (!ended.signal.aborted) setNews(undefined);
    }
  };
  return (
    <>
      <ProofPanel
        payment="recovery"
        heading="h3"
        title="Sign in as a member"
        connect={connect}
        step={step}
        keep={keep}
        issue={(wallet) => api.call(issueMembershipProof, { body: { wallet } })}
        onSigned={(proof) => void open(proof)}
      >
        Sign a message with the wallet that paid, and the chat link appears in this browser. Looking for a
        receipt?{' '}
        <a href="/payments" className="font-bold underline underline-offset-4">
          See your payments
        </a>
      </ProofPanel>
      <p role="status" className="text-lg empty:hidden">
        {news}
      </p>
      <Button look="outline" onClick={leave} className="justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> Back
      </Button>
    </>
  );
}

type RecoveryEnd = { link: string } | { refusal: string };

/**
 * Opens the chat in this browser with a member's signature; waits for an invite that is still being created.
 * Idempotent. Rejects when the signal aborts, or with an ApiCallError.
 */
async function recover(
  proof: PaymentProof,
  { signal, onWaiting }: { signal: AbortSignal; onWaiting: (why: Waiting | undefined) => void },
): Promise<RecoveryEnd> {
  const api = apiOfOneAction();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longerPause(pauseMs)) {
    const answer = await withRetries(() => api.call(recoverMembership, { body: { proof } }, { signal }), {
      signal,
      onWaiting,
    });
    if (answer.success && answer.telegramLink) return { link: answer.telegramLink };
    if (!answer.pending) return { refusal: answer.message };
    await pause(pauseMs, signal);
  }
}
