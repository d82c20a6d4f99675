import type { Database } from '@naughty-list/service-kit/database/database';
import { findEvidence } from '../evidence/repository.ts';
import type { Mint } from '../mint/repository.ts';
import { findPaid, type Handling } from './handle-found.ts';
import { notifyOwner, redeliverAt } from './notify-owner.ts';

const BATCH = 50;

/**
 * Redelivers notifications sent a while ago: a queue may have lost its jobs (a Redis that lost its file, or its last
 * second). Redelivery is idempotent. Throws if the queue is unavailable.
 */
export async function redeliver(
  handling: Handling,
  { mint, mayGoOn }: { mint: Mint; mayGoOn: () => boolean },
): Promise<void> {
  const { db, queues, clock } = handling;
  const { cluster } = mint;
  while (mayGoOn()) {
    const due = await dueRedeliveries(db, { cluster, at: clock.now(), limit: BATCH });
    for (const { signature, tellings } of due) {
      const evidence = await findEvidence(db, { cluster, signature });
      const payments = evidence ? (await findPaid(handling, evidence)).payments : [];
      for (const payment of payments) await notifyOwner(queues, signature, payment);
      const again = payments.length > 0 ? redeliverAt(tellings + 1, clock.now()) : null;
      await recordRedelivery(db, { cluster, signature }, again);
    }
    if (due.length < BATCH) return;
  }
}

/** Payments due for redelivery, longest overdue first. */
async function dueRedeliveries(
  db: Database,
  { cluster, at, limit }: { cluster: string; at: Date; limit: number },
): Promise<{ signature: string; tellings: number }[]> {
  return db('found_transactions')
    .where({ cluster })
    .where('tell_again_at', '<=', at)
    .orderBy('tell_again_at')
    .limit(limit)
    .select('signature', 'tellings');
}

async function recordRedelivery(
  db: Database,
  key: { cluster: string; signature: string },
  again: Date | null,
): Promise<void> {
  await db('found_transactions')
    .where(key)
    .update({ tell_again_at: again, tellings: db.raw('tellings + 1') });
}
