import { membershipTexts, type VerifyTransactionAnswer } from '@naughty-list/contracts/membership';
import { findClaim } from '@naughty-list/payment-claims/claim-table';
import type { WakeUps } from '@naughty-list/service-kit/wake-ups';
import type { Knex } from 'knex';
import { type Chat, linkOf } from '../members/link.ts';
import { findMemberOf, noteProvided } from '../members/repository.ts';
import { membershipClaims } from './claim.ts';

/** Waits until a claim is refused or its member can be told the link, at most `waitMs`; then says how it stands. */
export async function waitForAnswer(
  db: Knex,
  { wakeUps, chat }: { wakeUps: WakeUps; chat: Chat },
  { id, waitMs }: { id: string; waitMs: number },
): Promise<VerifyTransactionAnswer> {
  const final = async () => {
    const answer = await answerFor(db, chat, id);
    return answer.pending ? undefined : answer;
  };
  return (
    (await wakeUps.waitFor(id, final, waitMs, { on: membershipClaims.channel })) ?? answerFor(db, chat, id)
  );
}

/** What the visitor whose claim it is may know. */
export async function answerFor(db: Knex, chat: Chat, id: string): Promise<VerifyTransactionAnswer> {
  const claim = await findClaim(db, membershipClaims, id);
  if (claim?.status === 'refused') {
    const { code, message } = claim;
    return {
      success: false,
      message: message ?? membershipTexts.verificationFailed,
      ...(code === null ? {} : { reason: code }),
    };
  }
  const pending = { success: false, pending: true, verificationId: id } as const;
  if (claim?.status !== 'admitted') return { ...pending, message: membershipTexts.pending };
  const member = await findMemberOf(db, id);
  const telegramLink = member && linkOf(chat, member);
  if (!member || !telegramLink) return { ...pending, message: membershipTexts.invitePending };
  await noteProvided(db, member.id);
  return { success: true, message: membershipTexts.welcome, telegramLink };
}
