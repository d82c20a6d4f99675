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

/**
 * How a new member enters the chat: by an existing link, or by an invite that is created after this delay at the
 * latest.
 */
export type Welcome = { telegramLink: string | null; inviteDueInMs: number };

/**
 * Applies a verdict once, in one transaction: decides the claim and, when accepted, admits its visitor. Undefined
 * when there is no pending claim of that id: it is already decided, or was never made here.
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
    throw new Error(`The verdict on ${claim.id} lacks the fields of a member`);
  const member = {
    reference: reference.reference,
    claimId: claim.id,
    walletAddress: payer ?? 'unknown',
    burnAddress: reference.burnAddress,
    transactionHash: claim.signature,
    tokensAmount: decimalTokens(BigInt(amount), decimals),
    ...welcome,
  };
  // A second payment of a member's wallet that names this browser has been used up by the verdict: it gets its own
  // membership.
  return (
    (await insertMember(trx, { ...member, walletPaidBefore: false })) ??
    insertMember(trx, { ...member, walletPaidBefore: true })
  );
}
