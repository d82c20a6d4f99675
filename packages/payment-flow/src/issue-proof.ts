import { randomUUID } from 'node:crypto';
import { ApiError } from '@naughty-list/contracts/errors';
import { type IssuedProof, paymentProofTexts } from '@naughty-list/contracts/payment-proofs';
import type { Knex } from 'knex';
import type { ProvenPayment } from './proof.ts';
import { proofMessage } from './proof-message.ts';
import { insertProof } from './proof-repository.ts';
import { signingKey } from './verify-signature.ts';

// Long enough to fetch a hardware wallet.
export const PROOF_LIFETIME_MS = 30 * 60_000;

/**
 * Issues the message that a wallet signs for a payment at the site of `origin`; `purpose` completes "I want this payment
 * to …". Throws
 * `invalid_input` for an address that cannot sign (a program's, or invalid).
 */
export async function issueProof(
  db: Knex,
  {
    origin,
    subject,
    signature,
    wallet,
    purpose,
  }: ProvenPayment & { origin: string; wallet: string; purpose: string },
): Promise<IssuedProof> {
  if (signingKey(wallet) === null) throw new ApiError('invalid_input', paymentProofTexts.cannotSign);
  // The database's clock, which also decides on expiry.
  const { rows } = await db.raw<{ rows: [{ now: Date }] }>('select now()');
  const issuedAt = rows[0].now;
  const expiresAt = new Date(issuedAt.getTime() + PROOF_LIFETIME_MS);
  const proofId = randomUUID();
  const message = proofMessage({ origin, proofId, wallet, signature, purpose, issuedAt, expiresAt });
  await insertProof(db, { id: proofId, subject, signature, wallet, message, issuedAt, expiresAt });
  return { proofId, message, expiresAt: expiresAt.toISOString() };
}
