import { deleteInBatches } from '@naughty-list/service-kit/database/delete-in-batches';
import type { Knex } from 'knex';
import type { Proof } from './proof.ts';

type Row = {
  id: string;
  subject: string;
  signature: string | null;
  wallet: string;
  message: string;
  expires_at: Date;
  is_expired: boolean;
  is_used: boolean;
};

export async function insertProof(
  db: Knex,
  proof: Pick<Proof, 'id' | 'subject' | 'signature' | 'wallet' | 'message' | 'expiresAt'> & {
    issuedAt: Date;
  },
): Promise<void> {
  const { id, subject, signature, wallet, message, issuedAt, expiresAt } = proof;
  const times = { issued_at: issuedAt, expires_at: expiresAt };
  await db('payment_proofs').insert({ id, subject, signature, wallet, message, ...times });
}

export async function findProof(db: Knex, id: string): Promise<Proof | undefined> {
  const row: Row | undefined = await db('payment_proofs')
    .where({ id })
    .first(
      'id',
      'subject',
      'signature',
      'wallet',
      'message',
      'expires_at',
      db.raw('expires_at <= now() as is_expired, used_at is not null as is_used'),
    );
  if (!row) return undefined;
  const { expires_at: expiresAt, is_expired: isExpired, is_used: isUsed, ...rest } = row;
  return { ...rest, expiresAt, isExpired, isUsed };
}

/** Marks a proof used, once; false when already used or expired. Part of the caller's transaction. */
export async function markProofUsed(
  trx: Knex,
  { id, signed = null }: Pick<Proof, 'id' | 'signed'>,
): Promise<boolean> {
  const used = await trx('payment_proofs')
    .where({ id })
    .whereNull('used_at')
    .where('expires_at', '>', trx.fn.now())
    .update({ used_at: trx.fn.now(), signed });
  return used === 1;
}

/** The message and signature of a used proof, for the receipt. */
export async function findKeptProof(
  db: Knex,
  of: { subject: string; signature: string; wallet: string },
): Promise<{ message: string; signature: string } | null> {
  const row: { message: string; signed: string } | undefined = await db('payment_proofs')
    .where(of)
    .whereNotNull('signed')
    .orderBy('used_at')
    .first('message', 'signed');
  return row ? { message: row.message, signature: row.signed } : null;
}

/** Deletes proofs that expired before a time and are part of no receipt. Returns the number deleted. */
export async function forgetProofs(
  db: Knex,
  {
    before,
    mayGoOn,
    keep,
  }: {
    before: Date;
    mayGoOn: () => boolean;
    /** Claims by `signature` and `proven_wallet` that have receipts. */
    keep: { table: string; status: string };
  },
): Promise<number> {
  return deleteInBatches(db, {
    table: 'payment_proofs',
    key: ['id'],
    where: (proofs) =>
      void proofs.where('expires_at', '<', before).whereRaw(
        `not (used_at is not null and exists (select from ?? claim where claim.signature = payment_proofs.signature
             and claim.proven_wallet = payment_proofs.wallet and claim.status in ('counted', ?)))`,
        [keep.table, keep.status],
      ),
    mayGoOn,
  });
}
