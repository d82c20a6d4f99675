import { recordSettlementJob, Settlement } from '@naughty-list/contracts/payment-desk';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Knex } from 'knex';
import { membershipClaims } from './claim.ts';

/** Keeps a settlement with its claim until the audit log and the ledger have it. */
export async function keepSettlement(trx: Knex, settlement: Settlement): Promise<void> {
  await trx(membershipClaims.table)
    .where({ id: settlement.claim })
    .update({ settlement: JSON.stringify(settlement) });
}

/** Sends kept settlements to the reports service, which has audit log and ledger. Idempotent. */
export async function sendSettlements(db: Knex, queues: Pick<Queues, 'add'>): Promise<void> {
  const kept: { id: string; settlement: unknown }[] = await db(membershipClaims.table)
    .whereNotNull('settlement')
    .orderBy('decided_at')
    .limit(100)
    .select('id', 'settlement');
  for (const { id, settlement } of kept) {
    await queues.add(recordSettlementJob, Settlement.parse(settlement));
    await db(membershipClaims.table).where({ id }).update({ settlement: null });
  }
}
