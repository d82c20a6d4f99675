import { ApiCallError, errorText } from '@naughty-list/api-client/client';
import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { useState } from 'react';
import { type FaultText, isRejection } from '../wallet/payment-fault.ts';
import { connectedWallet } from '../wallet/session.ts';
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

export type Proof = ReturnType<typeof useProof>;

/** Runs the steps from a wallet to its signed message: the pending one, and the last failure. */
export function useProof({ step, keep, issue, onSigned }: ProofHandlers) {
  const [busy, setBusy] = useState<'issuing' | 'signing'>();
  const [fault, setFault] = useState<{ at: SigningPlace; text: FaultText }>();

  const attempt = async (at: SigningPlace, work: () => Promise<unknown>): Promise<void> => {
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      console.info('no signed message', error);
      setFault({ at, text: faultText(error) });
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
    /** Issues a new challenge for this wallet. */
    prepare: (wallet: string) => attempt('elsewhere', () => newChallenge(wallet)),
    signWith: (wallet: string) =>
      attempt('wallet', async () => {
        const { proofId, message } =
          usableChallenge(step, wallet, Date.now()) ?? (await newChallenge(wallet));
        setBusy('signing');
        const signature = await signMessage(message);
        onSigned({ proofId, signature });
      }),
  };
}

/** Why a message was not signed, and what to do. */
class SigningFault extends Error {
  readonly text: FaultText;

  constructor(title: string, message: string, advice: string, cause?: unknown) {
    super(title, { cause });
    this.name = 'SigningFault';
    this.text = { title, message, advice };
  }
}

const ELSEWHERE = 'open “Sign somewhere else” below';
const SIGNATURE_BYTES = 64;

/** Has the connected wallet sign a text as UTF-8; returns the signature in base64. Throws a SigningFault. */
async function signMessage(text: string): Promise<string> {
  const wallet = connectedWallet();
  if (!wallet)
    throw new SigningFault(
      'No wallet',
      'No wallet is connected to this page.',
      `Connect the wallet that paid, or ${ELSEWHERE}.`,
    );
  const { name, signMessage: sign } = wallet;
  // The wallet lacks the feature or signed other bytes.
  const cannotSign = new SigningFault(
    'This wallet cannot sign messages',
    `${name} did not sign the message. Some wallets and hardware keys cannot.`,
    `Connect the same account in another wallet, or ${ELSEWHERE}.`,
  );
  if (!sign) throw cannotSign;
  const message = new TextEncoder().encode(text);
  const { signature, signed } = await sign(message).catch((cause: unknown) => {
    throw refusal(cause);
  });
  const isAsAsked = signed.length === message.length && signed.every((byte, at) => byte === message[at]);
  if (!isAsAsked || signature.length !== SIGNATURE_BYTES) throw cannotSign;
  return btoa(String.fromCharCode(...signature));
}

function refusal(cause: unknown): SigningFault {
  if (isRejection(cause))
    return new SigningFault(
      'Not signed',
      'You declined in your wallet. Nothing was sent, and nothing is lost.',
      'Changed your mind? Press the button again.',
      cause,
    );
  return new SigningFault(
    'The wallet failed',
    `Your wallet could not sign: ${errorText(cause, 'it gave no reason')}`,
    `Unlock it and press the button again, or ${ELSEWHERE}.`,
    cause,
  );
}

/** Message for a signing failure: what went wrong, and what to do. */
function faultText(error: unknown): FaultText {
  if (error instanceof SigningFault) return error.text;
  const isNetwork = error instanceof ApiCallError && error.status === 0;
  return {
    title: 'No message to sign',
    message:
      error instanceof ApiCallError && !isNetwork ? error.message : 'The workshop could not be reached.',
    advice: isNetwork ? 'Check your connection and try again.' : 'Try again in a moment.',
  };
}
