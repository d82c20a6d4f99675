import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import type { FaultText } from '../wallet/wallet-fault.ts';

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
};

export type ProofHandlers = {
  step: ProofStep;
  /** Stores the step with its payment. */
  keep: (changes: Partial<ProofStep>) => void;
  /** Requests the challenge for this wallet. */
  issue: (wallet: string) => Promise<Omit<Challenge, 'wallet'>>;
  onSigned: (proof: PaymentProof) => void;
};

/** Where the message is signed: with the wallet of this page, or elsewhere. */
export type SigningPlace = 'wallet' | 'elsewhere';

/** The steps from a wallet to its signed message: the pending one, the last failure, and what may be done. */
export type Proof = {
  busy: 'issuing' | 'signing' | undefined;
  fault: { at: SigningPlace; text: FaultText } | undefined;
  /** Issues a new challenge for this wallet. */
  prepare: (wallet: string) => Promise<void>;
  signWith: (wallet: string) => Promise<void>;
};

/** Time for signing: a challenge with less left is not offered. */
const LEAST_MS = 20_000;

/** The wallet's challenge, if enough time is left to sign it. */
export function usableChallenge(
  { challenge }: ProofStep,
  wallet: string,
  nowMs: number,
): Challenge | undefined {
  if (challenge?.wallet !== wallet) return undefined;
  const { expiresAt } = challenge;
  return expiresAt === undefined || Date.parse(expiresAt) - nowMs > LEAST_MS ? challenge : undefined;
}

/** The shell command that signs the message with a key file; single quotes preserve every character. */
export function signCommand(message: string): string {
  return `solana sign-offchain-message '${message.replaceAll("'", `'\\''`)}'`;
}

/** Signatures to be sent, by payment; kept only in memory. */
const held = new Map<string, PaymentProof>();

export const holdProof = (payment: string, proof: PaymentProof): void => void held.set(payment, proof);
export const heldProof = (payment: string): PaymentProof | undefined => held.get(payment);
export const dropProof = (payment: string): void => void held.delete(payment);

/** Rejected input of the signature field, kept while the page is open. */
const typed = new Map<string, string>();

export const typedSignature = (payment: string): string => typed.get(payment) ?? '';
export const keepTyped = (payment: string, text: string): void => void typed.set(payment, text);
