import type { ApiClient } from '@naughty-list/api-client/client';
import type { Verification } from '@naughty-list/contracts/verifications';
import { followClaim, followPreview } from '@naughty-list/payment-flow/follow';
import type { Knex } from 'knex';
import { removalClaims } from './claim.ts';

/**
 * The progress of a preview or a claim; undefined for an unknown id. Throws what the call to the chain verifier
 * throws, for previews only: claims are stored here.
 */
export async function follow(
  db: Knex,
  chainVerifier: ApiClient,
  id: string,
): Promise<Verification | undefined> {
  if (id.startsWith('look_')) return followPreview(chainVerifier, id);
  return followClaim(db, removalClaims, chainVerifier, id);
}
