import { setTimeout as sleep } from 'node:timers/promises';
import { OWN } from '../profile/database-cost.ts';
import type { Product } from './product.ts';

const POLL_MS = 20;

/** The number of visits counted in the database. */
export async function countedVisits({ db }: Product): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select ${OWN} hit_count as count from analytics.hit_counter`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Resolves when this many are counted. */
export async function untilCounted(product: Product, visits: number): Promise<void> {
  while ((await countedVisits(product)) < visits) await sleep(POLL_MS);
}
