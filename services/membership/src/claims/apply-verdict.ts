import type { JobPayload } from '@naughty-list/contracts/job';
import type { applyMembershipVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { decimalTokens } from '@naughty-list/contracts/tokens';
import type { ClaimEnd } from '@naughty-list/payment-claims/claim';
import { endClaim, lockPendingClaim } from '@naughty-list/payment-claims/claim-table';
import type { Knex } from 'knex';
import { insertMember, type Member } from '../members/repository.ts';
import { findReference } from '../references/repository.ts';
import { type MembershipClaim, membershipClaims, membershipEnd } from './claim.ts';

type Verdict = JobPayload<typeof applyMembershipVerdictJob>;

/** How a new member comes into the chat: by a link that is there, or by an invite that is looked after from then on. */
export type Welcome = { telegramLink: string | null; inviteDueInMs: number };

/**
 * Carries a verdict out, in one transaction and once: the claim ends, and an accepted one makes its visitor a member. Answers
 * nothing when there is no pending claim of that id: it is decided already, or was never made here.
 */
export async function applyVerdict(
  db: Knex,
  verdict: Verdict,
  welcome: Welcome,
): Promise<{ end: ClaimEnd<'admitted'>; member: Member | undefined } | undefined> {
  return db.transaction(async (trx) => {
    const claim = await lockPendingClaim(trx, membershipClaims, verdict.id);
    if (!claim) return undefined;
    const member = verdict.outcome === 'accepted' ? await admit(trx, claim, verdict, welcome) : undefined;
    const end = membershipEnd(verdict, member !== undefined);
    await endClaim(trx, membershipClaims, { verdict, end });
    return { end, member };
  });
}

async function admit(
  trx: Knex,
  claim: MembershipClaim,
  { amount, decimals, payer }: Verdict,
  welcome: Welcome,
): Promise<Member | undefined> {
  const reference = claim.subject === null ? undefined : await findReference(trx, claim.subject);
  if (!reference || amount === null || decimals === null)
    throw new Error(`The verdict on ${claim.id} lacks what a member is written with`);
  const member = {
    reference: reference.reference,
    claimId: claim.id,
    walletAddress: payer ?? 'unknown',
    burnAddress: reference.burnAddress,
    transactionHash: claim.signature,
    tokensAmount: decimalTokens(BigInt(amount), decimals),
    ...welcome,
  };
  // A member's wallet that pays again names this browser and could pay for nothing else: it gets a membership of its own.
  return (
    (await insertMember(trx, { ...member, walletPaidBefore: false })) ??
    insertMember(trx, { ...member, walletPaidBefore: true })
  );
}
