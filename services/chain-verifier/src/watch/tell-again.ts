import { findEvidence } from '../evidence/repository.ts';
import type { Mint } from '../mint/repository.ts';
import { findPayments } from './find-payments.ts';
import type { Settling } from './settle.ts';
import { tell } from './tell.ts';
import { tellAgainAt } from './tell-again-at.ts';
import { noteToldAgain, takeTold } from './told-repository.ts';

const AT_ONCE = 50;

/**
 * Redelivers notifications sent a while ago: a queue may have lost its jobs (a Redis that lost its file, or its last
 * second). Redelivery is idempotent. Throws if the queue is unavailable.
 */
export async function tellAgain(
  { db, queues, clock, burnWallet, owners }: Settling,
  { mint, mayGoOn }: { mint: Mint; mayGoOn: () => boolean },
): Promise<void> {
  const { cluster } = mint;
  while (mayGoOn()) {
    const due = await takeTold(db, { cluster, at: clock.now(), limit: AT_ONCE });
    for (const { signature, tellings } of due) {
      const evidence = await findEvidence(db, { cluster, signature });
      const payments = evidence ? findPayments(evidence, { mint, burnWallet, owners }).payments : [];
      for (const payment of payments) await tell(queues, signature, payment);
      const again = payments.length > 0 ? tellAgainAt(tellings + 1, clock.now()) : null;
      await noteToldAgain(db, { cluster, signature }, again);
    }
    if (due.length < AT_ONCE) return;
  }
}
