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
      const full = findFull(budgets, known, (row, budget) => row.count >= budget.max && isOpen(row, budget));
      if (full) return takenOf(full, now, { isFull: true });
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
      const over = findFull(budgets, counted, ({ count }, { max }) => count > max);
      if (over) await giveBack(budgets);
      if (counted.some(({ count }) => count === 1))
        await db('kept_rate_limits').where('ends_at', '<', now).delete();
      const first = counted.find(({ key }) => key === budgets[0]?.key);
      return takenOf(over ?? first, now, { isFull: over !== undefined });
    },
    giveBack,
  };
}

/** The row of the first budget that is used up. */
function findFull(
  budgets: readonly Budget[],
  rows: readonly Row[],
  isFull: (row: Row, budget: Budget) => boolean,
): Row | undefined {
  for (const budget of budgets) {
    const row = rows.find(({ key }) => key === budget.key);
    if (row && isFull(row, budget)) return row;
  }
  return undefined;
}

const takenOf = (row: Row | undefined, now: Date, { isFull }: { isFull: boolean }): Taken => ({
  isFull,
  count: row?.count ?? 0,
  endsInMs: row ? row.ends_at.getTime() - now.getTime() : 0,
});

const HOUR_MS = 3_600_000;

/**
 * Marks a solved challenge as used; false when any gateway has already accepted it. Kept for an hour after its end, as
 * clocks differ.
 */
export async function markUsed(db: Database, id: string, expiresAt: Date): Promise<boolean> {
  await db('kept_rate_limits').where('ends_at', '<', db.fn.now()).delete();
  const rows = await db('kept_rate_limits')
    .insert({ key: `challenge ${id}`, count: 1, ends_at: new Date(expiresAt.getTime() + HOUR_MS) })
    .onConflict('key')
    .ignore()
    .returning('key');
  return rows.length === 1;
}
