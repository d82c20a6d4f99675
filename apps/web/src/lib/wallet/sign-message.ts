import { isRejection } from './rejection.ts';
import { connectedWallet } from './session.ts';

/** Why a message was not signed. */
export type SigningFaultFacts =
  | { code: 'not-connected' }
  | { code: 'rejected' }
  /** The wallet lacks the feature or signed other bytes. */
  | { code: 'cannot-sign'; name: string }
  | { code: 'wallet-failed'; detail: string };

export class SigningFault extends Error {
  readonly facts: SigningFaultFacts;

  constructor(facts: SigningFaultFacts, options?: ErrorOptions) {
    super(facts.code, options);
    this.name = 'SigningFault';
    this.facts = facts;
  }
}

const SIGNATURE_BYTES = 64;

/** Has the connected wallet sign a text as UTF-8; returns the signature in base64. Throws a SigningFault. */
export async function signMessage(text: string): Promise<string> {
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
