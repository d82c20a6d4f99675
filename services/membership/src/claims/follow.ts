import type { ApiClient } from '@naughty-list/api-client/client';
import { COUNTED, type Verification } from '@naughty-list/contracts/verifications';
import { followClaim } from '@naughty-list/payment-flow/follow';
import type { Knex } from 'knex';
import { type Chat, linkOf } from '../members/link.ts';
import { findMemberOf } from '../members/repository.ts';
import { membershipClaims } from './claim.ts';

/**
 * A claim's progress; undefined for an unknown id. `done` once it is refused, or the new member's chat link exists.
 * The link itself is only for the visitor and not included.
 */
export async function follow(
  db: Knex,
  { chainVerifier, chat }: { chainVerifier: ApiClient; chat: Chat },
  id: string,
): Promise<Verification | undefined> {
  const verification = await followClaim(db, membershipClaims, chainVerifier, id);
  const isAdmitted = verification?.stage === 'done' && verification.outcome === 'accepted';
  if (!isAdmitted || verification.code === COUNTED) return verification;
  const member = await findMemberOf(db, id);
  return member && linkOf(chat, member) ? verification : { ...verification, stage: 'judged' };
}
