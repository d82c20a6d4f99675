import type { Visit } from '@naughty-list/contracts/visits';
import type { Knex } from 'knex';

/** Remembers a batch; false when it is known already. Waits for another transaction that is recording it. */
export async function claimBatch(db: Knex, batchId: string, now: Date): Promise<boolean> {
  const rows = await db('recorded_batches')
    .insert({ batch_id: batchId, recorded_at: now })
    .onConflict('batch_id')
    .ignore()
    .returning('batch_id');
  return rows.length === 1;
}

export async function insertVisits(db: Knex, visits: Visit[]): Promise<void> {
  await db('site_visits').insert(
    visits.map(({ at, pageUrl, referrer, userAgent, ipAddress }) => ({
      visit_date: at,
      page_url: pageUrl,
      referrer,
      user_agent: userAgent,
      ip_address: ipAddress,
    })),
  );
}

export async function addToHitCount(db: Knex, visits: number): Promise<void> {
  await db('hit_counter').increment('hit_count', visits);
}

export async function readHitCount(db: Knex): Promise<number> {
  const row = await db('hit_counter').first('hit_count');
  return Number(row?.hit_count ?? 0);
}

/** Deletes a few batches that nobody can deliver again; those that another transaction deletes are left to it. */
export async function forgetBatches(db: Knex, before: Date): Promise<void> {
  const old = db('recorded_batches').where('recorded_at', '<', before).limit(10).forUpdate().skipLocked();
  await db('recorded_batches').whereIn('batch_id', old.select('batch_id')).delete();
}
