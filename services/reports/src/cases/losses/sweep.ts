import { judgeLossJob, lossRefusals } from '@naughty-list/contracts/losses';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import { type BaseContext, every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';

const EVERY_MS = 10 * 60_000;
const BATCH = 100;

type Waiting = { id: number; loss_transaction: string; loss_wallet: string; loss_round: number };

/** Sends the jobs of losses again that have waited ten minutes, and rejects those of a day: the queue may have lost them. */
export async function resendLosses(db: Knex, queues: Pick<Queues, 'add'>): Promise<number> {
  const isWaiting = 'held_at is not null and loss_transaction is not null and loss is null';
  await db.raw(
    `update statements set held_at = null, rejected_at = now(), reject_reason = ?
     where ${isWaiting} and held_at < now() - interval '1 day'`,
    [lossRefusals.unread],
  );
  const { rows } = await db.raw<{ rows: Waiting[] }>(
    `update statements set loss_round = loss_round + 1 where id in (
       select id from statements where ${isWaiting} and held_at < now() - interval '10 minutes' order by held_at limit ${BATCH}
     ) returning id, loss_transaction, loss_wallet, loss_round`,
  );
  for (const { id: statementId, loss_transaction, loss_wallet, loss_round: round } of rows)
    await queues.add(
      judgeLossJob,
      judgeLossJob.payload.parse({
        statementId,
        transaction: loss_transaction,
        wallet: loss_wallet,
        round,
      }),
    );
  return rows.length;
}

export const lossSweep = every(EVERY_MS, async ({ db, queues, log }: BaseContext) => {
  const sent = await resendLosses(db, queues);
  if (sent > 0) log.info({ sent }, 'losses sent again');
});
