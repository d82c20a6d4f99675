import type { Metrics } from '@naughty-list/service-kit/metrics';
import type { Knex } from 'knex';
import type { ClaimTable } from './claim-table.ts';

type Row = { status: string; claims: number; tokens: number; oldest: number };

/** Tells of an owner's claims: how many there are, how long the oldest has been waiting, and what was burned for them. */
export function addClaimMetrics<S extends string | number, D extends string>(
  metrics: Metrics,
  db: Knex,
  { of, purpose }: { of: ClaimTable<S, D>; purpose: 'removal' | 'membership' },
): void {
  metrics.addSource({
    name: 'claims',
    gauges: {
      payment_claims: { help: 'Claims by purpose and state', labelNames: ['purpose', 'state'] },
      payment_oldest_pending_seconds: {
        help: 'Age of the oldest claim that is not decided; 0 when all are',
        labelNames: ['purpose'],
      },
      payment_tokens_burned: {
        help: 'LIST that were burned for claims that took effect, in whole tokens',
        labelNames: ['purpose'],
      },
    },
    async read() {
      const { rows } = await db.raw<{ rows: Row[] }>(
        `select status, count(*)::int as claims,
                coalesce(sum(amount / 10::numeric ^ decimals), 0)::float8 as tokens,
                extract(epoch from now() - min(created_at))::float8 as oldest
         from ?? group by status`,
        [of.table],
      );
      const row = (status: string) => rows.find((one) => one.status === status);
      const states = [
        ['pending', 'pending'],
        ['refused', 'refused'],
        [of.done, 'done'],
      ] as const;
      return {
        payment_claims: states.map(([status, state]) => ({
          labels: { purpose, state },
          value: row(status)?.claims ?? 0,
        })),
        payment_oldest_pending_seconds: [
          { labels: { purpose }, value: Math.max(0, row('pending')?.oldest ?? 0) },
        ],
        payment_tokens_burned: [{ labels: { purpose }, value: row(of.done)?.tokens ?? 0 }],
      };
    },
  });
}
