import type { JobPayload } from '@naughty-list/contracts/job';
import type { applyMembershipVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { decimalTokens } from '@naughty-list/contracts/tokens';
import { applyOnce } from '@naughty-list/payment-flow/apply-verdict';
import type { ClaimEnd } from '@naughty-list/payment-flow/claim';
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

/** Applies a verdict once: a payment that is accepted and whole admits its visitor. */
export async function applyVerdict(
  db: Knex,
  verdict: Verdict,
  welcome: Welcome,
): Promise<{ end: ClaimEnd<'admitted'>; member: Member | undefined } | undefined> {
  const applied = await applyOnce(db, membershipClaims, verdict, {
    take(trx, claim, amount) {
      const { decimals, payer } = verdict;
      if (amount === 0n || decimals === null) throw new Error(`The verdict on ${claim.id} lacks its amount`);
      return admit(trx, { claim, amount, decimals, payer }, welcome);
    },
    end: (tookEffect) => membershipEnd(verdict, tookEffect),
  });
  return applied && { end: applied.end, member: applied.result };
}

/** Admits the visitor of a claim; undefined if there is a member already. */
export async function admit(
  trx: Knex,
  {
    claim,
    amount,
    decimals,
    payer,
  }: { claim: MembershipClaim; amount: bigint; decimals: number; payer: string | null },
  welcome: Welcome,
): Promise<Member | undefined> {
  const reference = claim.subject === null ? undefined : await findReference(trx, claim.subject);
  if (!reference) throw new Error(`The visitor of ${claim.id} is gone`);
  const member = {
    reference: reference.reference,
    claimId: claim.id,
    walletAddress: payer ?? 'unknown',
    burnAddress: reference.burnAddress,
    transactionHash: claim.signature,
    tokensAmount: decimalTokens(amount, decimals),
    ...welcome,
  };
  // A second payment of a member's wallet that names this browser has been used up by the verdict: it gets its own
  // membership.
  return (
    (await insertMember(trx, { ...member, walletPaidBefore: false })) ??
    insertMember(trx, { ...member, walletPaidBefore: true })
  );
}
