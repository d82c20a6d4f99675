import type { ApiClient } from '@naughty-list/api-client/client';
import { MEMBERSHIP_REFERENCE_PREFIX } from '@naughty-list/contracts/membership';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { decimalTokens, toBaseUnits, withFee } from '@naughty-list/contracts/tokens';
import { toBase58 } from '@naughty-list/payment-flow/offer-intent';
import { deleteInBatches, makeMac } from '@naughty-list/service-kit/database/database';
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
  /** What to transfer so that the fee arrives, in tokens; only with current terms. */
  toSend?: string;
};

const columns = [
  'reference',
  'key',
  'visitor',
  'burn_address as burnAddress',
  'mint',
  'fee_tokens as feeTokens',
  'created_at as createdAt',
];

const findOne = (db: Knex, where: Record<string, string>): Promise<Reference | undefined> =>
  db('payment_references').where(where).first(columns);

export const findReference = (db: Knex, reference: string) => findOne(db, { reference });

export const findReferenceOf = (db: Knex, visitor: string) => findOne(db, { visitor });

/** Stores a visitor's reference with current terms; an existing reference keeps its name. */
export async function saveReference(
  db: Knex,
  given: Omit<Reference, 'createdAt' | 'toSend'>,
): Promise<Reference> {
  const { burnAddress: burn_address, feeTokens: fee_tokens, ...rest } = given;
  const [written] = await db('payment_references')
    .insert({ ...rest, burn_address, fee_tokens })
    .onConflict('visitor')
    .merge({ burn_address, mint: given.mint, fee_tokens, asked_at: db.fn.now() })
    .returning<Reference[]>(columns);
  if (!written) throw new Error('The reference was not written');
  return written;
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

/**
 * The visitor's reference with current terms; creates one for a new visitor. While the chain verifier is unavailable,
 * a known visitor gets the last terms; for a new one the error is thrown.
 */
export async function obtainReference(
  db: Knex,
  chainVerifier: ApiClient,
  visitor: string,
): Promise<Reference> {
  try {
    const terms = await chainVerifier.call(getTokenConfig);
    // Derived, so that what a browser has paid is still found after a restore that lacks its reference.
    const key = toBase58(makeMac(db, 'membership reference keys', [visitor]));
    const { decimals, membershipFeeTokens: feeTokens, transferFee } = terms;
    const reference = await saveReference(db, {
      reference: `${MEMBERSHIP_REFERENCE_PREFIX}${key}`,
      key,
      visitor,
      burnAddress: terms.burnWalletAddress,
      mint: terms.contractAddress,
      feeTokens,
    });
    const toSend = decimalTokens(withFee(toBaseUnits(feeTokens, decimals), transferFee), decimals);
    return { ...reference, toSend };
  } catch (error) {
    const known = await findReferenceOf(db, visitor);
    if (!known) throw error;
    return known;
  }
}
