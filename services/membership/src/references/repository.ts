import { deleteInBatches } from '@naughty-list/service-kit/database/delete-in-batches';
import type { Knex } from 'knex';

/** A visitor's payment reference for membership. */
export type Reference = {
  reference: string;
  /** The Solana Pay reference key. */
  key: string;
  visitor: string;
  burnAddress: string;
  mint: string;
  /** In whole tokens: the fee that this visitor was shown last. */
  feeTokens: string;
  createdAt: Date;
};

type Row = {
  reference: string;
  key: string;
  visitor: string;
  burn_address: string;
  mint: string;
  fee_tokens: string;
  created_at: Date;
};

function toReference({
  burn_address: burnAddress,
  fee_tokens: feeTokens,
  created_at: createdAt,
  ...row
}: Row): Reference {
  return { ...row, burnAddress, feeTokens, createdAt };
}

export async function findReference(db: Knex, reference: string): Promise<Reference | undefined> {
  const row = await db<Row>('payment_references').where({ reference }).first();
  return row && toReference(row as Row);
}

export async function findReferenceOf(db: Knex, visitor: string): Promise<Reference | undefined> {
  const row = await db<Row>('payment_references').where({ visitor }).first();
  return row && toReference(row as Row);
}

/** Stores a visitor's reference with current terms; an existing reference keeps its name. */
export async function saveReference(db: Knex, given: Omit<Reference, 'createdAt'>): Promise<Reference> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `insert into payment_references (reference, key, visitor, burn_address, mint, fee_tokens)
     values (:reference, :key, :visitor, :burnAddress, :mint, :feeTokens)
     on conflict (visitor) do update set
       burn_address = excluded.burn_address,
       mint = excluded.mint,
       asked_at = now(),
       fee_tokens = excluded.fee_tokens
     returning *`,
    given,
  );
  if (!rows[0]) throw new Error('The reference was not written');
  return toReference(rows[0]);
}

/** Locks a reference until the transaction ends, to serialise calls of one browser. */
export async function lockReference(trx: Knex, reference: string): Promise<void> {
  await trx('payment_references').where({ reference }).forUpdate().first('reference');
}

/** Records a call of the reference's visitor. */
export async function recordRequested(db: Knex, reference: string): Promise<void> {
  await db('payment_references').where({ reference }).update({ asked_at: db.fn.now() });
}

/**
 * Deletes references whose visitor was last seen before a time and that have no claim. A payment by one of these
 * could no longer be matched to a browser. Returns the number deleted.
 */
export async function forgetReferences(
  db: Knex,
  { before, mayGoOn }: { before: Date; mayGoOn: () => boolean },
): Promise<number> {
  const of = (table: string) =>
    db(table).whereRaw('reference = payment_references.reference').select(db.raw('1'));
  return deleteInBatches(db, {
    table: 'payment_references',
    key: ['reference'],
    where: (references) =>
      void references
        .where('asked_at', '<', before)
        .whereNotExists(of('membership_claims'))
        .whereNotExists(of('alpha_group_members')),
    mayGoOn,
  });
}
