import type { Shape } from '../shape.ts';

/** A message for one wallet to sign, as the server issued it. */
export type Challenge = { wallet: string; proofId: string; message: string; expiresAt: string };

/** What a payment without a reference waits for. Kept with the payment; the signature never is. */
export type ProofStep = {
  /** Wallets whose signature would do; empty where they are not known. */
  payers: readonly string[];
  challenge?: Challenge | undefined;
  /** Which wallet is to sign elsewhere, as typed or chosen. */
  wallet?: string | undefined;
  /** Why the last signature did not do, in the server's words. */
  refusal?: string | undefined;
  /** A signature was sent and waits for its answer. */
  isSent?: boolean | undefined;
};

const text = { type: 'string' } as const;

export const proofStepShape = {
  type: 'object',
  required: ['payers'],
  properties: {
    payers: { type: 'array', items: text },
    challenge: {
      type: 'object',
      required: ['wallet', 'proofId', 'message', 'expiresAt'],
      properties: { wallet: text, proofId: text, message: text, expiresAt: text },
    },
    wallet: text,
    refusal: text,
    isSent: { type: 'boolean' },
  },
} as const satisfies Shape;
