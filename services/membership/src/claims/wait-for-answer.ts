import type { ApiClient } from '@naughty-list/api-client/client';
import { membershipTexts, type VerifyTransactionAnswer } from '@naughty-list/contracts/membership';
import { COUNTED, type Verification } from '@naughty-list/contracts/verifications';
import { findClaim } from '@naughty-list/payment-flow/claim-table';
import { readClaimProgress } from '@naughty-list/payment-flow/progress';
import type { Notifications } from '@naughty-list/service-kit/database/notifications';
import type { Knex } from 'knex';
import { type Chat, findMemberOf, linkOf, type Member, recordLinkSent } from '../members/repository.ts';
import { membershipClaims } from './claim.ts';

/** Waits up to `waitMs` until a claim is refused or its member's link exists; returns its state. */
export async function waitForAnswer(
  db: Knex,
  { notifications, chat }: { notifications: Notifications; chat: Chat },
  { id, waitMs }: { id: string; waitMs: number },
): Promise<VerifyTransactionAnswer> {
  const final = async () => {
    const answer = await answerFor(db, chat, id);
    return answer.pending ? undefined : answer;
  };
  return (await notifications.waitFor(id, final, waitMs)) ?? answerFor(db, chat, id);
}

/** The claim's state as its visitor may see it. */
export async function answerFor(db: Knex, chat: Chat, id: string): Promise<VerifyTransactionAnswer> {
  const claim = await findClaim(db, membershipClaims, id);
  if (claim?.status === 'refused') {
    const { code, message, payers } = claim;
    return {
      success: false,
      message: message ?? membershipTexts.verificationFailed,
      ...(code === null ? {} : { reason: code }),
      ...(payers ? { payers } : {}),
    };
  }
  if (claim?.status === 'counted')
    return { success: false, message: membershipTexts.partArrived, reason: COUNTED };
  const pending = { success: false, pending: true, verificationId: id } as const;
  if (claim?.status !== 'admitted') return { ...pending, message: membershipTexts.pending };
  const member = await findMemberOf(db, id);
  return (
    (member && (await linkAnswer(db, chat, member))) ?? { ...pending, message: membershipTexts.invitePending }
  );
}

/** Waits up to `waitMs` for a member's link. Only for the member's own browser. */
export async function waitForLink(
  db: Knex,
  dependencies: { notifications: Notifications; chat: Chat },
  { member, waitMs }: { member: Member; waitMs: number },
): Promise<VerifyTransactionAnswer> {
  if (member.claimId !== null) return waitForAnswer(db, dependencies, { id: member.claimId, waitMs });
  // Entered without a claim, and invites are made for claims only.
  const answer = await linkAnswer(db, dependencies.chat, member);
  return answer ?? { success: false, message: membershipTexts.noInvite };
}

async function linkAnswer(
  db: Knex,
  chat: Chat,
  member: Member,
): Promise<VerifyTransactionAnswer | undefined> {
  const telegramLink = linkOf(chat, member);
  if (!telegramLink) return undefined;
  await recordLinkSent(db, member.id);
  return { success: true, message: membershipTexts.welcome, telegramLink };
}

/**
 * A claim's progress; undefined for an unknown id. `done` once it is refused, or the new member's chat link exists.
 * The link itself is only for the visitor and not included.
 */
export async function readProgress(
  db: Knex,
  { chainVerifier, chat }: { chainVerifier: ApiClient; chat: Chat },
  id: string,
): Promise<Verification | undefined> {
  const verification = await readClaimProgress(db, membershipClaims, chainVerifier, id);
  const isAdmitted = verification?.stage === 'done' && verification.outcome === 'accepted';
  if (!isAdmitted || verification.code === COUNTED) return verification;
  const member = await findMemberOf(db, id);
  return member && linkOf(chat, member) ? verification : { ...verification, stage: 'judged' };
}
