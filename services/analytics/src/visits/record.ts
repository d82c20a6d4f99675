import type { VisitBatch } from '@naughty-list/contracts/visits';
import type { Knex } from 'knex';
import { before } from './maintain.ts';
import { type CountedVisit, readVisit } from './read-visit.ts';
import { addToRollUps } from './roll-ups.ts';

/**
 * Stores a batch and adds it to every roll-up in one transaction. Returns the number of visits counted: 0 for a
 * repeated batch. Visits past the retention are counted but not stored.
 */
export async function recordVisits(
  db: Knex,
  batch: VisitBatch,
  { now, retentionDays }: { now: Date; retentionDays: number },
): Promise<number> {
  const visits = batch.visits.map((visit) => readVisit(visit, now));
  const since = before(now, retentionDays);
  const kept = visits.filter(({ at }) => at >= since);
  return db.transaction(async (transaction) => {
    if (!(await claimBatch(transaction, batch.batchId, now))) return 0;
    await insertVisits(transaction, kept);
    await addToRollUps(transaction, visits);
    return visits.length;
  });
}

/** Records a batch id; false when already known. Waits for a concurrent transaction recording it. */
async function claimBatch(db: Knex, batchId: string, now: Date): Promise<boolean> {
  const rows = await db('recorded_batches')
    .insert({ batch_id: batchId, recorded_at: now })
    .onConflict('batch_id')
    .ignore()
    .returning('batch_id');
  return rows.length === 1;
}

/** One statement for all visits. */
async function insertVisits(db: Knex, visits: readonly CountedVisit[]): Promise<void> {
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
