import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';

/** Signatures on their way to the server, by payment: in this page's memory alone. */
const held = new Map<string, PaymentProof>();

export const holdProof = (payment: string, proof: PaymentProof): void => void held.set(payment, proof);
export const heldProof = (payment: string): PaymentProof | undefined => held.get(payment);
export const dropProof = (payment: string): void => void held.delete(payment);

/** What was typed into the signature field and not accepted, for as long as the page is open. */
const typed = new Map<string, string>();

export const typedSignature = (payment: string): string => typed.get(payment) ?? '';
export const keepTyped = (payment: string, text: string): void => void typed.set(payment, text);
