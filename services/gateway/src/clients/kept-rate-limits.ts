import type { Database } from '@naughty-list/service-kit/database/database';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Budget, RateLimitStore, Taken } from './rate-limit-store.ts';

type Row = { key: string; count: number; ends_at: Date };

/**
 * Counts in the database, for budgets that last: nothing evicts them, and all gateways share them. They are few, since
 * refused calls add none, and are deleted when they are over.
 */
export function createKeptRateLimits(db: Database, clock: Clock): RateLimitStore {
  const openUntil = (now: Date, { windowMs }: Budget) => new Date(now.getTime() + windowMs);

  const giveBack = async (budgets: readonly Budget[]) => {
    const keys = budgets.map(({ key }) => key);
    await db('kept_rate_limits').whereIn('key', keys).where('count', '>', 0).decrement('count');
  };

  return {
    async take(budgets) {
      const now = clock.now();
      const keys = budgets.map(({ key }) => key);
      const known: Row[] = await db('kept_rate_limits').whereIn('key', keys);
      const isOpen = ({ ends_at }: Row, budget: Budget) => ends_at > now && ends_at <= openUntil(now, budget);
      const full = judge(
        budgets,
        known,
        now,
        ({ count, ...row }, budget) => count >= budget.max && isOpen({ count, ...row }, budget),
      );
      if (full) return full;
      const rows = budgets.map((budget) => ({ key: budget.key, count: 1, ends_at: openUntil(now, budget) }));
      // In one order, so that two calls never wait for each other.
      rows.sort((one, other) => (one.key < other.key ? -1 : 1));
      const stillOpen = 'kept_rate_limits.ends_at > ? and kept_rate_limits.ends_at <= excluded.ends_at';
      const counted: Row[] = await db('kept_rate_limits')
        .insert(rows)
        .onConflict('key')
        .merge({
          count: db.raw(`case when ${stillOpen} then kept_rate_limits.count + 1 else 1 end`, [now]),
          ends_at: db.raw(`case when ${stillOpen} then kept_rate_limits.ends_at else excluded.ends_at end`, [
            now,
          ]),
        })
        .returning(['key', 'count', 'ends_at']);
      // Calls that came at the same moment.
      const over = judge(budgets, counted, now, ({ count }, { max }) => count > max);
      if (over) await giveBack(budgets);
      if (counted.some(({ count }) => count === 1))
        await db('kept_rate_limits').where('ends_at', '<', now).delete();
      return (
        over ?? {
          ...takenOf(
            counted.find(({ key }) => key === budgets[0]?.key),
            now,
          ),
          isFull: false,
        }
      );
    },
    giveBack,
  };
}

/** The first budget that is used up. */
function judge(
  budgets: readonly Budget[],
  rows: readonly Row[],
  now: Date,
  isFull: (row: Row, budget: Budget) => boolean,
): Taken | undefined {
  for (const budget of budgets) {
    const row = rows.find(({ key }) => key === budget.key);
    if (row && isFull(row, budget)) return { ...takenOf(row, now), isFull: true };
  }
  return undefined;
}

const takenOf = (row: Row | undefined, now: Date) => ({
  count: row?.count ?? 0,
  endsInMs: row ? row.ends_at.getTime() - now.getTime() : 0,
});
