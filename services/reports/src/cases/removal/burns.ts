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

/** Burns that removed reports, newest first, with totals. Tokens sent to a burn wallet with a key have their own total. */
export async function readBurns(
  db: Knex,
  { limit, offset }: { limit: number; offset: number },
): Promise<BurnHistory> {
  const [rows, { rows: sums }] = await Promise.all([
    db('removal_claims')
      .where({ status: 'removed' })
      .whereRaw('amount > sent')
      // As in the index of open claims; all of these have an amount.
      .orderByRaw('num_nulls(amount) desc, decided_at desc, id desc')
      .limit(limit)
      .offset(offset)
      .select<BurnRow[]>(
        'report_id',
        db.raw('amount - sent as amount'),
        'decimals',
        'decided_at',
        'signature',
      ),
    db.raw<{ rows: { decimals: number; burns: number; amount: string; sent: string }[] }>(
      `select decimals, count(*) filter (where amount > sent)::int as burns, sum(amount - sent)::text as amount,
         sum(sent)::text as sent from removal_claims
       where status = 'removed' and amount is not null group by decimals`,
    ),
  ]);
  // All burns are of one mint and have the same decimals.
  const decimals = Math.max(0, ...sums.map((sum) => sum.decimals));
  const total = (of: 'amount' | 'sent') =>
    decimalTokens(
      sums.reduce((all, sum) => all + BigInt(sum[of]) * 10n ** BigInt(decimals - sum.decimals), 0n),
      decimals,
    );
  return {
    total: sums.reduce((all, { burns }) => all + burns, 0),
    totalAmount: total('amount'),
    sentAmount: total('sent'),
    burns: rows.map((row) => ({
      report: row.report_id,
      amount: decimalTokens(BigInt(row.amount), row.decimals),
      burnedAt: row.decided_at.toISOString(),
      transactionHash: row.signature,
    })),
  };
}
