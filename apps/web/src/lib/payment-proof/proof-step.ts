import type { Shape } from '../shape.ts';

/** A message for one wallet to sign, issued by the server. */
export type Challenge = {
  wallet: string;
  proofId: string;
  message: string;
  /** Without it, the message stays valid. */
  expiresAt?: string | undefined;
};

/** The proof that a payment without a reference needs. Stored with the payment; the signature never is. */
export type ProofStep = {
  /** Wallets whose signature is accepted; empty if unknown. */
  payers: readonly string[];
  challenge?: Challenge | undefined;
  /** The wallet that signs elsewhere, as typed or chosen. */
  wallet?: string | undefined;
  /** The server's reason for rejecting the last signature. */
  refusal?: string | undefined;
  /** A signature was sent and its response is pending. */
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
      required: ['wallet', 'proofId', 'message'],
      properties: { wallet: text, proofId: text, message: text, expiresAt: text },
    },
    wallet: text,
    refusal: text,
    isSent: { type: 'boolean' },
  },
} as const satisfies Shape;
