import type { BurnHistory } from '@naughty-list/contracts/burns';
import { decimalTokens } from '@naughty-list/contracts/tokens';
import type { Knex } from 'knex';

type BurnRow = {
  report_id: number | null;
  amount: string;
  decimals: number;
  decided_at: Date;
  signature: string;
};

/** The burns that removed a report, newest first, and their totals. */
export async function readBurns(
  db: Knex,
  { limit, offset }: { limit: number; offset: number },
): Promise<BurnHistory> {
  const [rows, { rows: sums }] = await Promise.all([
    db('removal_claims')
      .where({ status: 'removed' })
      .whereNotNull('amount')
      .orderBy([
        { column: 'decided_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .offset(offset)
      .select<BurnRow[]>('report_id', 'amount', 'decimals', 'decided_at', 'signature'),
    db.raw<{ rows: { decimals: number; burns: number; amount: string }[] }>(
      `select decimals, count(*)::int as burns, sum(amount)::text as amount from removal_claims
       where status = 'removed' and amount is not null group by decimals`,
    ),
  ]);
  // All burns are of one mint and have the same decimals.
  const decimals = Math.max(0, ...sums.map((sum) => sum.decimals));
  const inBaseUnits = sums.reduce(
    (all, sum) => all + BigInt(sum.amount) * 10n ** BigInt(decimals - sum.decimals),
    0n,
  );
  return {
    total: sums.reduce((all, { burns }) => all + burns, 0),
    totalAmount: decimalTokens(inBaseUnits, decimals),
    burns: rows.map((row) => ({
      report: row.report_id,
      amount: decimalTokens(BigInt(row.amount), row.decimals),
      burnedAt: row.decided_at.toISOString(),
      transactionHash: row.signature,
    })),
  };
}
