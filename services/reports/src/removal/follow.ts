import type { ApiClient } from '@naughty-list/api-client/client';
import type { Verification } from '@naughty-list/contracts/verifications';
import { followClaim, followLook } from '@naughty-list/payment-claims/follow';
import type { Knex } from 'knex';
import { removalClaims } from './claim.ts';

/**
 * How far a look or a claim has come; nothing when the id is unknown.
 * Throws what the call to the chain verifier throws, for looks only: a claim is known here.
 */
export async function follow(
  db: Knex,
  chainVerifier: ApiClient,
  id: string,
): Promise<Verification | undefined> {
  if (id.startsWith('look_')) return followLook(chainVerifier, id);
  return followClaim(db, removalClaims, chainVerifier, id);
}
