import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { useState } from 'react';
import { connectedWallet } from '../wallet/session.ts';
import { isRejection } from '../wallet/wallet.ts';
import { type Challenge, type ProofStep, usableChallenge } from './proof-step.ts';

export type ProofHandlers = {
  step: ProofStep;
  /** Stores the step with its payment. */
  keep: (changes: Partial<ProofStep>) => void;
  /** Requests the challenge for this wallet. */
  issue: (wallet: string) => Promise<Omit<Challenge, 'wallet'>>;
  onSigned: (proof: PaymentProof) => void;
};

/** Where the message is signed: with the wallet of this page, or elsewhere. */
type SigningPlace = 'wallet' | 'elsewhere';

export type Proof = {
  /** The pending operation. */
  busy: 'issuing' | 'signing' | undefined;
  /** The last failure. */
  fault: { at: SigningPlace; text: FaultText } | undefined;
  signWith(wallet: string): Promise<void>;
  /** A new challenge for this wallet; undefined on failure, see `fault`. */
  prepare(wallet: string): Promise<Challenge | undefined>;
};

/** Runs the steps from a wallet to its signed message. */
export function useProof({ step, keep, issue, onSigned }: ProofHandlers): Proof {
  const [busy, setBusy] = useState<Proof['busy']>();
  const [fault, setFault] = useState<Proof['fault']>();

  const attempt = async <T>(at: SigningPlace, work: () => Promise<T>): Promise<T | undefined> => {
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

/** Why a message was not signed. */
type SigningFaultFacts =
  | { code: 'not-connected' }
  | { code: 'rejected' }
  /** The wallet lacks the feature or signed other bytes. */
  | { code: 'cannot-sign'; name: string }
  | { code: 'wallet-failed'; detail: string };

class SigningFault extends Error {
  readonly facts: SigningFaultFacts;

  constructor(facts: SigningFaultFacts, options?: ErrorOptions) {
    super(facts.code, options);
    this.name = 'SigningFault';
    this.facts = facts;
  }
}

const SIGNATURE_BYTES = 64;

/** Has the connected wallet sign a text as UTF-8; returns the signature in base64. Throws a SigningFault. */
async function signMessage(text: string): Promise<string> {
  const wallet = connectedWallet();
  if (!wallet) throw new SigningFault({ code: 'not-connected' });
  const { name, signMessage: sign } = wallet;
  if (!sign) throw new SigningFault({ code: 'cannot-sign', name });
  const message = new TextEncoder().encode(text);
  const { signature, signed } = await sign(message).catch((cause: unknown) => {
    if (isRejection(cause)) throw new SigningFault({ code: 'rejected' }, { cause });
    const detail = cause instanceof Error && cause.message ? cause.message : 'it gave no reason';
    throw new SigningFault({ code: 'wallet-failed', detail }, { cause });
  });
  const isAsAsked = signed.length === message.length && signed.every((byte, at) => byte === message[at]);
  if (!isAsAsked || signature.length !== SIGNATURE_BYTES)
    throw new SigningFault({ code: 'cannot-sign', name });
  return btoa(String.fromCharCode(...signature));
}

type FaultText = { title: string; message: string; advice: string };

const ELSEWHERE = 'open “Sign somewhere else” below';

function textOf(facts: SigningFaultFacts): FaultText {
  switch (facts.code) {
    case 'not-connected':
      return {
        title: 'No wallet',
        message: 'No wallet is connected to this page.',
        advice: `Connect the wallet that paid, or ${ELSEWHERE}.`,
      };
    case 'rejected':
      return {
        title: 'Not signed',
        message: 'You declined in your wallet. Nothing was sent, and nothing is lost.',
        advice: 'Changed your mind? Press the button again.',
      };
    case 'cannot-sign':
      return {
        title: 'This wallet cannot sign messages',
        message: `${facts.name} did not sign the message. Some wallets and hardware keys cannot.`,
        advice: `Connect the same account in another wallet, or ${ELSEWHERE}.`,
      };
    case 'wallet-failed':
      return {
        title: 'The wallet failed',
        message: `Your wallet could not sign: ${facts.detail}`,
        advice: `Unlock it and press the button again, or ${ELSEWHERE}.`,
      };
  }
}

/** Message for a signing failure: what went wrong, and what to do. */
function faultText(error: unknown): FaultText {
  if (error instanceof SigningFault) return textOf(error.facts);
  const isNetwork = error instanceof ApiCallError && error.status === 0;
  return {
    title: 'No message to sign',
    message:
      error instanceof ApiCallError && !isNetwork ? error.message : 'The workshop could not be reached.',
    advice: isNetwork ? 'Check your connection and try again.' : 'Try again in a moment.',
  };
}
