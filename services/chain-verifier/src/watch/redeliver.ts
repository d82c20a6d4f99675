import { findEvidence } from '../evidence/repository.ts';
import type { Mint } from '../mint/repository.ts';
import { notifyOwner, redeliverAt } from './notify-owner.ts';
import { dueRedeliveries, recordRedelivery } from './redelivery-repository.ts';
import { findPaid, type Settling } from './settle.ts';

const BATCH = 50;

/**
 * Redelivers notifications sent a while ago: a queue may have lost its jobs (a Redis that lost its file, or its last
 * second). Redelivery is idempotent. Throws if the queue is unavailable.
 */
export async function redeliver(
  settling: Settling,
  { mint, mayGoOn }: { mint: Mint; mayGoOn: () => boolean },
): Promise<void> {
  const { db, queues, clock } = settling;
  const { cluster } = mint;
  while (mayGoOn()) {
    const due = await dueRedeliveries(db, { cluster, at: clock.now(), limit: BATCH });
    for (const { signature, tellings } of due) {
      const evidence = await findEvidence(db, { cluster, signature });
      const payments = evidence ? (await findPaid(settling, evidence)).payments : [];
      for (const payment of payments) await notifyOwner(queues, signature, payment);
      const again = payments.length > 0 ? redeliverAt(tellings + 1, clock.now()) : null;
      await recordRedelivery(db, { cluster, signature }, again);
    }
    if (due.length < BATCH) return;
  }
}
