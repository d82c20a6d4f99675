import { deliverWebhookJob, WHOLE_REGISTER } from '@naughty-list/contracts/webhooks';
import { makeMac } from '@naughty-list/service-kit/database/database';
import { type BaseContext, every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { readNotices } from '../feeds/repository.ts';
import type { Subscriber } from './deliver.ts';

const EVERY_MS = 2_000;
/** Changes read per transaction; further ones wait for the next. */
const CHANGES_MAX = 200;

type Parts = Pick<BaseContext, 'db' | 'queues'>;

/** What a subscriber was notified of last. */
type Cursor = { subscriber: string; epoch: string; version: string; report_id: number };

/** If a cursor were moved ahead, the subscriber would miss changes; an older one only notifies again, under the same ids. */
const macOf = (db: Knex, { subscriber, epoch, version, report_id }: Cursor): Buffer =>
  makeMac(db, 'webhook cursors', [subscriber, epoch, version, report_id]);

export const isOwnCursor = (db: Knex, cursor: Cursor & { mac: Buffer | null }): boolean =>
  cursor.mac?.equals(macOf(db, cursor)) ?? false;

/** Gives cursors their codes: those of 0.1.0, or once INTERNAL_SECRET was lost. */
export async function writeMacsOfCursors(db: Knex): Promise<void> {
  for (const cursor of await db('webhook_cursors'))
    await db('webhook_cursors')
      .where({ subscriber: cursor.subscriber })
      .update({ mac: macOf(db, cursor) });
}

/**
 * Adds a job for each change that the subscriber has not been notified of, or, after a restore, one job for that. A new
 * subscriber starts with the next change. The cursor moves once the jobs are stored, so after a crash they are added again,
 * under the same ids. Returns the number of changes read.
 */
export async function notifySubscriber({ db, queues }: Parts, { id, include }: Subscriber): Promise<number> {
  return db.transaction(async (trx) => {
    const list: { epoch: string; version: string } = await trx('state').first('epoch', 'version');
    const first = { subscriber: id, ...list, report_id: 2_147_483_647 };
    await trx('webhook_cursors')
      .insert({ ...first, mac: macOf(trx, first) })
      .onConflict('subscriber')
      .ignore();
    const cursor = await trx('webhook_cursors').where({ subscriber: id }).forUpdate().skipLocked().first();
    const moveTo = async (position: Partial<Cursor>) => {
      const moved = { ...cursor, ...position };
      // The audit must report a foreign one.
      const mac = isOwnCursor(trx, cursor) ? macOf(trx, moved) : cursor.mac;
      await trx('webhook_cursors')
        .where({ subscriber: id })
        .update({ ...position, mac });
    };
    if (!cursor) return 0;
    const epoch = list.epoch.slice(0, 8);
    if (cursor.epoch !== list.epoch) {
      const { version } = list;
      await queues.add(deliverWebhookJob, { subscriber: id, number: WHOLE_REGISTER, version, epoch });
      await moveTo({ epoch: list.epoch, version, report_id: 2_147_483_647 });
      return 0;
    }
    const after = { version: cursor.version, number: cursor.report_id };
    const changes = await readNotices(trx, { include, after, limit: CHANGES_MAX });
    const last = changes.at(-1);
    if (!last) return 0;
    for (const { version, number } of changes)
      if (version !== null) await queues.add(deliverWebhookJob, { subscriber: id, number, version, epoch });
    await moveTo({ version: last.position, report_id: last.number });
    return changes.length;
  });
}

export const webhookNotifier = every(
  EVERY_MS,
  async (context: BaseContext & { subscribers: readonly Subscriber[] }, mayGoOn) => {
    for (const subscriber of context.subscribers)
      while (mayGoOn() && (await notifySubscriber(context, subscriber)) === CHANGES_MAX);
  },
  { name: 'webhooks' },
);
