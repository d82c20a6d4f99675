import type { Knex } from 'knex';
import type { CountedVisit } from './read-visit.ts';

/** Records a batch id; false when already known. Waits for a concurrent transaction recording it. */
export async function claimBatch(db: Knex, batchId: string, now: Date): Promise<boolean> {
  const rows = await db('recorded_batches')
    .insert({ batch_id: batchId, recorded_at: now })
    .onConflict('batch_id')
    .ignore()
    .returning('batch_id');
  return rows.length === 1;
}

/** One statement for all visits. Requires their partitions. */
export async function insertVisits(db: Knex, visits: readonly CountedVisit[]): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.map(({ at, pageUrl, referrer, userAgent, ipAddress }) => ({
    visit_date: at,
    page_url: pageUrl,
    referrer,
    user_agent: userAgent,
    ip_address: ipAddress,
  }));
  await db.raw(
    `insert into site_visits (visit_date, page_url, referrer, user_agent, ip_address)
     select * from json_to_recordset(?::json)
       as visit (visit_date timestamptz, page_url text, referrer text, user_agent text, ip_address text)`,
    [JSON.stringify(rows)],
  );
}

/** Deletes ids of batches that can no longer be redelivered. */
export async function forgetBatches(db: Knex, before: Date): Promise<void> {
  await db('recorded_batches').where('recorded_at', '<', before).delete();
}
