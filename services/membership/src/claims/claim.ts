import { membershipTexts, WALLET_ALREADY_MEMBER } from '@naughty-list/contracts/membership';
import { recordSettlementJob, Settlement } from '@naughty-list/contracts/payment-desk';
import {
  ALREADY_USED,
  type ClaimTable,
  SUBJECT_ALREADY_PAID,
  TOO_LITTLE,
} from '@naughty-list/payment-flow/claim-table';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Knex } from 'knex';

/** Claims by reference; an accepted one that took effect is `admitted`. */
export const membershipClaims: ClaimTable = {
  table: 'membership_claims',
  subjectColumn: 'reference',
  channel: 'membership_claims',
  done: 'admitted',
};

/** The refusal for a browser that already belongs to a member. */
export const memberAlready = { code: 'already_member', message: membershipTexts.alreadyMember };
/** The refusal for an unused payment whose wallet has signed and is already a member. */
export const walletAlready = {
  code: WALLET_ALREADY_MEMBER,
  message: membershipTexts.walletAlreadyMember,
};

/** The text shown for a refusal: the catalogue's, else the verifier's. */
export function refusalText(code: string | null, message: string | null): string {
  switch (code) {
    case 'not_found':
      return membershipTexts.notFound;
    case ALREADY_USED:
      return membershipTexts.alreadyUsed;
    case SUBJECT_ALREADY_PAID:
      return membershipTexts.alreadyMember;
    case TOO_LITTLE:
      // The page recognises the refusal by its first two words; the rest states the amount paid.
      return `Invalid amount. ${message ?? ''}`.trim();
    default:
      return message ?? membershipTexts.verificationFailed;
  }
}

/** Keeps a settlement with its claim until the audit log and the ledger have it. */
export async function keepSettlement(trx: Knex, settlement: Settlement): Promise<void> {
  await trx(membershipClaims.table)
    .where({ id: settlement.claim })
    .update({ settlement: JSON.stringify(settlement) });
}

/** Sends kept settlements to the reports service, again until its audit log and ledger have them. Idempotent. */
export async function sendSettlements(db: Knex, queues: Pick<Queues, 'deliver'>): Promise<void> {
  const kept: { id: string; settlement: unknown }[] = await db(membershipClaims.table)
    .whereNotNull('settlement')
    .orderBy('decided_at')
    .limit(100)
    .select('id', 'settlement');
  for (const { id, settlement } of kept) {
    if (await queues.deliver(recordSettlementJob, Settlement.parse(settlement)))
      await db(membershipClaims.table).where({ id }).update({ settlement: null });
  }
}
