import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';

/** Signatures to be sent, by payment; kept only in memory. */
const held = new Map<string, PaymentProof>();

export const holdProof = (payment: string, proof: PaymentProof): void => void held.set(payment, proof);
export const heldProof = (payment: string): PaymentProof | undefined => held.get(payment);
export const dropProof = (payment: string): void => void held.delete(payment);

/** Rejected input of the signature field, kept while the page is open. */
const typed = new Map<string, string>();

export const typedSignature = (payment: string): string => typed.get(payment) ?? '';
export const keepTyped = (payment: string, text: string): void => void typed.set(payment, text);
