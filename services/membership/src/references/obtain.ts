import type { ApiClient } from '@naughty-list/api-client/client';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import type { Knex } from 'knex';
import { newKey } from './new-key.ts';
import { findReferenceOf, type Reference, saveReference } from './repository.ts';

const CALL_MS = 5_000;

/**
 * The visitor's reference with the terms of today; a new visitor gets a new one. While the chain verifier cannot be asked,
 * a known visitor is answered what was answered last. Throws what the call to the verifier throws, for new ones.
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
