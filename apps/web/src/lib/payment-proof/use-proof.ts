import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { useState } from 'react';
import { signMessage } from '../wallet/sign-message.ts';
import { usableChallenge } from './challenge.ts';
import type { Challenge, ProofStep } from './proof-step.ts';
import { type FaultText, faultText } from './signing-texts.ts';

export type ProofHandlers = {
  step: ProofStep;
  /** Stores the step with its payment. */
  keep: (changes: Partial<ProofStep>) => void;
  /** Requests the challenge for this wallet. */
  issue: (wallet: string) => Promise<Omit<Challenge, 'wallet'>>;
  onSigned: (proof: PaymentProof) => void;
};

type Way = 'wallet' | 'elsewhere';

export type Proof = {
  /** The pending operation. */
  busy: 'issuing' | 'signing' | undefined;
  /** The last failure, and the way of signing it belongs to. */
  fault: { at: Way; text: FaultText } | undefined;
  signWith(wallet: string): Promise<void>;
  /** A new challenge for this wallet; undefined on failure, see `fault`. */
  prepare(wallet: string): Promise<Challenge | undefined>;
};

/** Runs the steps from a wallet to its signed message. */
export function useProof({ step, keep, issue, onSigned }: ProofHandlers): Proof {
  const [busy, setBusy] = useState<Proof['busy']>();
  const [fault, setFault] = useState<Proof['fault']>();

  const attempt = async <T>(at: Way, work: () => Promise<T>): Promise<T | undefined> => {
    setFault(undefined);
    try {
      return await work();
    } catch (error) {
      console.info('no signed message', error);
      setFault({ at, text: faultText(error) });
      return undefined;
    } finally {
      setBusy(undefined);
    }
  };
  const newChallenge = async (wallet: string): Promise<Challenge> => {
    setBusy('issuing');
    const { proofId, message, expiresAt } = await issue(wallet);
    const challenge = { wallet, proofId, message, expiresAt };
    keep({ challenge });
    return challenge;
  };
  return {
    busy,
    fault,
    prepare: (wallet) => attempt('elsewhere', () => newChallenge(wallet)),
    signWith: (wallet) =>
      attempt('wallet', async () => {
        const { proofId, message } =
          usableChallenge(step, wallet, Date.now()) ?? (await newChallenge(wallet));
        setBusy('signing');
        const signature = await signMessage(message);
        onSigned({ proofId, signature });
      }).then(() => undefined),
  };
}
