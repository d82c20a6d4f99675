import { membershipTexts, NOT_A_MEMBER, recoverMembership } from '@naughty-list/contracts/membership';
import { findSignedProof } from '@naughty-list/payment-flow/proofs';
import { preferredWaitMs } from '@naughty-list/service-kit/http/prefer';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import { membershipSubject } from '../claims/effect.ts';
import { waitForLink } from '../claims/wait-for-answer.ts';
import type { Context } from '../context.ts';
import { joinMember } from '../members/join.ts';
import { findMemberByWallet } from '../members/repository.ts';
import { referenceFor } from './visitor.ts';

export function recoverMembershipRoute(context: Context): Route {
  const { db, claimNotifications: notifications, chat, config } = context;
  return route(recoverMembership, async ({ body, raw }) => {
    const { reference } = await referenceFor(context, raw);
    const payment = { subject: membershipSubject(reference), signature: null };
    const proof = await findSignedProof(db, body.proof, payment);
    const member = await findMemberByWallet(db, proof.wallet);
    if (!member) return { success: false, message: membershipTexts.notAMember, reason: NOT_A_MEMBER };
    await joinMember(db, { reference, member, proof });
    const waitMs = preferredWaitMs(raw.headers.prefer, config.VERIFY_WAIT_MS);
    const answer = await waitForLink(db, { notifications, chat }, { member, waitMs });
    return new Answer(answer.pending ? 202 : 200, answer);
  });
}
