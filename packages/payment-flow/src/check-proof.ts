import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { Address } from '@naughty-list/contracts/primitives';
import type { Knex } from 'knex';
import { type Proof, type ProvenPayment, requireSigned, requireUsable } from './proof.ts';
import { findProof, markProofUsed } from './proof-repository.ts';

/** The wallet that signed a proof for this payment; does not use it up. Throws `proof_invalid` or `proof_expired`. */
export async function checkProof(db: Knex, given: PaymentProof, payment: ProvenPayment): Promise<Address> {
  const proof = await findSignedProof(db, given, payment);
  requireUsable(proof);
  return Address.parse(proof.wallet);
}

/** The same for a proof that may be used or expired: a retried claim sends the same proof again. */
export async function findSignedProof(db: Knex, given: PaymentProof, payment: ProvenPayment): Promise<Proof> {
  return requireSigned(await findProof(db, given.proofId), given, payment);
}

/**
 * Marks a proof used in the caller's transaction, and keeps its signature for the receipt. Throws `proof_invalid` when already used,
 * or `proof_expired`.
 */
export async function useProof(trx: Knex, proof: Proof): Promise<void> {
  if (await markProofUsed(trx, proof)) return;
  const { isUsed = true } = (await findProof(trx, proof.id)) ?? {};
  requireUsable({ isUsed, isExpired: true });
}
