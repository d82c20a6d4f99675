import type { OwnPayment, WalletPayment } from '@naughty-list/contracts/own-payments';
import type { IssuedProof, PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { Address } from '@naughty-list/contracts/primitives';
import { findSignedProof, issueProof, requireUsable, useProof } from '@naughty-list/payment-flow/proofs';
import type { Knex } from 'knex';

/** A proof of this subject, for no transaction, proves no payment; and no proof of a payment opens the list. */
const ofList = { subject: 'own-payments', signature: null };

/** Issues the message that a wallet signs to see its payments. */
export function issueListProof(
  db: Knex,
  { origin, wallet }: { origin: string; wallet: string },
): Promise<IssuedProof> {
  return issueProof(db, { ...ofList, origin, wallet, purpose: 'see the payments of this wallet' });
}

/**
 * The payments of the wallet that signed. Uses the proof only once they were read, so that a failure needs no new signature.
 * Throws `proof_invalid` or `proof_expired`.
 */
export async function openList(
  db: Knex,
  given: PaymentProof,
  readPayments: (wallet: Address) => Promise<WalletPayment[]>,
): Promise<{ wallet: Address; payments: OwnPayment[] }> {
  const proof = await findSignedProof(db, given, ofList);
  requireUsable(proof);
  const wallet = Address.parse(proof.wallet);
  const payments = await nameAccounts(db, await readPayments(wallet));
  // Without the signature: it is kept only for receipts of payments.
  await useProof(db, { ...proof, signed: null });
  return { wallet, payments };
}

/** Adds the usernames of the reports; not of held, deleted and erased ones, which payers may not see either. */
async function nameAccounts(db: Knex, payments: WalletPayment[]): Promise<OwnPayment[]> {
  const ids = payments.flatMap(({ report }) => report ?? []);
  const rows: { id: number; username: string }[] = await db('scammer_reports')
    .whereIn('id', ids)
    .whereNull('deleted_at')
    .whereNull('erased_at')
    .whereNull('held_at')
    .select('id', 'username');
  const names = new Map(rows.map(({ id, username }) => [id, username]));
  return payments.map((payment) => ({ ...payment, username: names.get(payment.report ?? 0) ?? null }));
}
