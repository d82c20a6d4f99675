import type { RuleResult } from '@naughty-list/contracts/verifications';
import type { Knex } from 'knex';
import type { Claim, ClaimEnd, ClaimVerdict } from './claim.ts';

type ClaimRow = {
  id: string;
  report_id: number | null;
  signature: string;
  status: Claim['status'];
  code: string | null;
  message: string | null;
  amount: string | null;
  decimals: number | null;
  slot: string | null;
  rules: RuleResult[];
  round: number;
  due_at: Date;
  request_id: string | null;
  decided_at: Date | null;
};

function toClaim(row: ClaimRow): Claim {
  return {
    id: row.id,
    reportId: row.report_id,
    signature: row.signature,
    status: row.status,
    code: row.code,
    message: row.message,
    amount: row.amount === null ? null : BigInt(row.amount),
    decimals: row.decimals,
    slot: row.slot === null ? null : Number(row.slot),
    rules: row.rules,
    round: row.round,
    requestId: row.request_id,
  };
}

export async function findClaim(db: Knex, id: string): Promise<Claim | undefined> {
  const row = await db<ClaimRow>('removal_claims').where({ id }).first();
  return row && toClaim(row);
}

/** The claim of this payment for this report that is pending or has removed it. */
export async function findStandingClaim(
  db: Knex,
  reportId: number,
  signature: string,
): Promise<Claim | undefined> {
  const row = await db<ClaimRow>('removal_claims')
    .where({ report_id: reportId, signature })
    .whereIn('status', ['pending', 'removed'])
    .first();
  return row && toClaim(row);
}

/** Writes a pending claim, due for the sweep after `dueInMs`; nothing when the same one stands already. */
export async function insertClaim(
  db: Knex,
  claim: { id: string; reportId: number; signature: string; requestId: string; dueInMs: number },
): Promise<Claim | undefined> {
  const { rows } = await db.raw<{ rows: ClaimRow[] }>(
    `insert into removal_claims (id, report_id, signature, request_id, due_at)
     values (:id, :reportId, :signature, :requestId, now() + :dueInMs * interval '1 millisecond')
     on conflict (report_id, signature) where status in ('pending', 'removed') do nothing
     returning *`,
    claim,
  );
  return rows[0] && toClaim(rows[0]);
}

/** Holds a pending claim until the transaction ends; nothing when it is not pending (any more). */
export async function lockPendingClaim(db: Knex, id: string): Promise<Claim | undefined> {
  const row = await db<ClaimRow>('removal_claims').where({ id, status: 'pending' }).forUpdate().first();
  return row && toClaim(row);
}

/** Ends a pending claim; false when it was not pending. */
export async function endClaim(db: Knex, verdict: ClaimVerdict, end: ClaimEnd): Promise<boolean> {
  const changed = await db<ClaimRow>('removal_claims')
    .where({ id: verdict.id, status: 'pending' })
    .update({
      status: end.status,
      code: end.status === 'refused' ? end.code : null,
      message: end.status === 'refused' ? end.message : null,
      amount: verdict.amount,
      decimals: verdict.decimals,
      slot: verdict.slot === null ? null : String(verdict.slot),
      rules: db.raw('?::jsonb', [JSON.stringify(verdict.rules)]),
      decided_at: db.fn.now(),
    });
  return changed === 1;
}

/** Ends a pending claim without a verdict. */
export async function refuseClaim(
  db: Knex,
  id: string,
  refusal: { code: string; message: string },
): Promise<void> {
  await db<ClaimRow>('removal_claims')
    .where({ id, status: 'pending' })
    .update({ status: 'refused', ...refusal, decided_at: db.fn.now() });
}

/**
 * Takes pending claims that are due, oldest first, past those that another sweep is holding. Each is due again after
 * a delay that doubles from `firstDelayMs` up to `maxDelayMs`.
 */
export async function takeDueClaims(
  db: Knex,
  sweep: { limit: number; firstDelayMs: number; maxDelayMs: number },
): Promise<Claim[]> {
  const { rows } = await db.raw<{ rows: ClaimRow[] }>(
    `update removal_claims claim
     set round = round + 1,
         due_at = now() + least(:firstDelayMs * 2 ^ least(round + 1, 16), :maxDelayMs) * interval '1 millisecond'
     from (select id from removal_claims where status = 'pending' and due_at <= now()
           order by due_at limit :limit for update skip locked) due
     where claim.id = due.id
     returning claim.*`,
    sweep,
  );
  return rows.map(toClaim);
}
