import type { ApiClient } from '@naughty-list/api-client/client';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { newKey } from '@naughty-list/payment-flow/offer-intent';
import type { Knex } from 'knex';
import { findReferenceOf, type Reference, saveReference } from './repository.ts';

const CALL_MS = 5_000;

/**
 * The visitor's reference with current terms; creates one for a new visitor. While the chain verifier is unavailable,
 * a known visitor gets the last terms; for a new one the error is thrown.
 */
export async function obtainReference(
  db: Knex,
  chainVerifier: ApiClient,
  { visitor, prefix }: { visitor: string; prefix: string },
): Promise<Reference> {
  try {
    const options = { signal: AbortSignal.timeout(CALL_MS) };
    const terms = await chainVerifier.call(getTokenConfig, {}, options);
    const key = newKey();
    return await saveReference(db, {
      reference: `${prefix}${key}`,
      key,
      visitor,
      burnAddress: terms.burnWalletAddress,
      mint: terms.contractAddress,
      feeTokens: terms.membershipFeeTokens,
    });
  } catch (error) {
    const known = await findReferenceOf(db, visitor);
    if (!known) throw error;
    return known;
  }
}
