import { deskTexts } from '@naughty-list/contracts/payment-desk';
import { Address, WholeTokens } from '@naughty-list/contracts/primitives';
import { decimalTokens } from '@naughty-list/contracts/tokens';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import type { Claim } from '@naughty-list/payment-flow/claim-table';
import type { Paid, PaymentKind } from '@naughty-list/payment-flow/effect';
import { findIntentByKey, findIntentFor } from '@naughty-list/payment-flow/intent';
import type { Knex } from 'knex';
import { findMemberBy, findMemberPaidBy, insertMember, type Member } from '../members/repository.ts';
import { findReference, type Reference, recordRequested } from '../references/references.ts';
import { memberAlready, membershipClaims, refusalText } from './claim.ts';

export type MembershipPayment = PaymentKind<Member>;

/** The membership of a reference's visitor. */
export const membershipPayment: MembershipPayment = {
  purpose: 'membership',
  claims: membershipClaims,
  // A browser that belongs to a member has nothing left to pay for.
  isPayable: async (db, subject) => (await findMemberBy(db, subject)) === undefined,
  nothingLeft: memberAlready,
  refusalText,
  async demandFor(db, subject) {
    const reference = await findReference(db, subject);
    return reference && membershipDemand(reference);
  },
  // A browser that joined another member by signature can still pay for itself.
  async targetOf(db, found) {
    const reference = await findReference(db, found.reference);
    if (!reference) return undefined;
    const member = await findMemberPaidBy(db, reference.reference);
    if (!member) return targetOf(db, reference, found);
    const { signature, referenceKey, mint } = found;
    if (member.transactionHash === signature) return undefined;
    // What else came for a member is claimed, too: it is its payer's credit.
    const { reference: subject } = reference;
    const intent =
      referenceKey && (await findIntentByKey(db, membershipClaims, { subject, referenceKey, mint }));
    return { ...termsOf(reference), intent: intent || undefined };
  },
  onClaimed: recordRequested,
  subjectOf: async (db, reference) => (await findReference(db, reference))?.reference,
  async noteOf(db, claimId) {
    const second = { claim_id: claimId, wallet_paid_before: true };
    return (await db('alpha_group_members').where(second).first('id')) && deskTexts.memberBefore;
  },
  takeEffect: admit,
};

/**
 * What a payment of this reference is claimed for: the given intent, else the visitor's, of a given mint if possible; even if
 * over, as what came in time may be found later.
 */
export async function targetOf(
  db: Knex,
  reference: Reference,
  { mint, intent: id }: { mint?: string | undefined; intent?: string | undefined },
) {
  const { reference: subject, key: referenceKey } = reference;
  const intent =
    (await findIntentFor(db, id, subject)) ??
    (await findIntentByKey(db, membershipClaims, { subject, referenceKey, mint }));
  return { ...termsOf(reference), intent: intent?.state === 'open' ? intent : undefined };
}

const termsOf = (reference: Reference) => ({
  subject: reference.reference,
  demand: membershipDemand(reference),
  mayOpen: true,
});

/** Admits the visitor of a claim; undefined if there is a member already. */
async function admit(
  trx: Knex,
  claim: Claim,
  { amount, decimals, payer }: Paid,
): Promise<Member | undefined> {
  const reference = claim.subject === null ? undefined : await findReference(trx, claim.subject);
  if (!reference) throw new Error(`The visitor of ${claim.id} is gone`);
  if (decimals === null) throw new Error(`The verdict on ${claim.id} lacks its amount`);
  const member = {
    reference: reference.reference,
    claim_id: claim.id,
    wallet_address: payer ?? 'unknown',
    burn_address: reference.burnAddress,
    transaction_hash: claim.signature,
    tokens_amount: decimalTokens(amount, decimals),
  };
  // The wallet is a member already. But the verdict has used its payment, which names this browser: admit it again.
  return (
    (await insertMember(trx, { ...member, wallet_paid_before: false })) ??
    insertMember(trx, { ...member, wallet_paid_before: true })
  );
}

/** Identifies a visitor's membership in demands and proofs. */
export const membershipSubject = (reference: string) => `membership:${reference}`;

function membershipDemand({ reference, key, feeTokens, createdAt }: Reference): PaymentDemand {
  return {
    subject: membershipSubject(reference),
    minimumTokens: WholeTokens.parse(feeTokens),
    reference,
    referenceKey: Address.parse(key),
    notBefore: Math.floor(createdAt.getTime() / 1000),
  };
}
