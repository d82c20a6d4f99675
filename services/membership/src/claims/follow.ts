import type { ApiClient } from '@naughty-list/api-client/client';
import type { Verification } from '@naughty-list/contracts/verifications';
import { followClaim } from '@naughty-list/payment-claims/follow';
import type { Knex } from 'knex';
import { type Chat, linkOf } from '../members/link.ts';
import { findMemberOf } from '../members/repository.ts';
import { membershipClaims } from './claim.ts';

/**
 * How far a claim has come; nothing when the id is unknown. It is `done` once it is refused, or the new member's way into the
 * chat is there. The link itself is for the visitor alone and not told here.
 */
export async function follow(
  db: Knex,
  { chainVerifier, chat }: { chainVerifier: ApiClient; chat: Chat },
  id: string,
): Promise<Verification | undefined> {
  const verification = await followClaim(db, membershipClaims, chainVerifier, id);
  if (verification?.stage !== 'done' || verification.outcome !== 'accepted') return verification;
  const member = await findMemberOf(db, id);
  return member && linkOf(chat, member) ? verification : { ...verification, stage: 'judged' };
}
