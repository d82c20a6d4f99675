import type { Settlement } from '@naughty-list/contracts/payment-desk';
import { canonicalJson } from '@naughty-list/ledger/leaf';
import type { Knex } from 'knex';
import { insertEntry } from '../../record/audit-entries.ts';
import { appendLeaves, hashOf } from '../../record/ledger/records.ts';

/**
 * Records an admin's settlement, once, in the audit log and as a leaf of the ledger. The leaf of a membership names neither
 * payment nor wallet, because memberships are private. Without `report`, it is a membership.
 */
export async function recordSettlement(
  trx: Knex.Transaction,
  settlement: Settlement,
  report?: { id: number; username: string },
): Promise<void> {
  const { operationId, who, reason, claim, reference, signature, at } = settlement;
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [operationId]);
  if (await trx('audit_log').where({ operation_id: operationId }).first('id')) return;
  await insertEntry(trx, {
    operationId,
    who,
    action: 'settle',
    subject: report ? 'scammer_report' : 'membership',
    row: report ?? { id: 0, username: reference },
    details: { reason, payment: signature, claim },
  });
  // The claim's id opens the receipt of a membership.
  const fields = {
    kind: 'settlement',
    rule: 'settled',
    claim: report ? claim : hashOf(claim),
    reason: hashOf(reason),
    at,
  };
  const of = report && { case: report.id, burn: signature };
  const leaf = {
    subject: `settlement ${claim}`,
    type: 'settled',
    ...of,
    record: canonicalJson({ ...fields, ...of }),
  };
  await appendLeaves(trx, [leaf], new Date(at));
}
