import { deliverWebhookJob, WHOLE_REGISTER } from '@naughty-list/contracts/webhooks';
import { type BaseContext, every } from '@naughty-list/service-kit/lifecycle/define-service';
import { changeCoded, codeRows } from '../../record/row-codes.ts';
import { readNotices } from '../feeds/repository.ts';
import type { Subscriber } from './deliver.ts';

const EVERY_MS = 2_000;
/** Changes read per transaction; further ones wait for the next. */
const CHANGES_MAX = 200;

type Parts = Pick<BaseContext, 'db' | 'queues'>;

/**
 * Adds a job for each change that the subscriber has not been notified of, or, after a restore, one job for that. A new
 * subscriber starts with the next change. The cursor moves once the jobs are stored, so after a crash they are added again,
 * under the same ids. Returns the number of changes read.
 */
export async function notifySubscriber({ db, queues }: Parts, { id, include }: Subscriber): Promise<number> {
  return db.transaction(async (trx) => {
    const own = { table: 'webhook_cursors', where: 'subscriber = :id', given: { id } } as const;
    const { rowCount } = await trx.raw(
      `insert into webhook_cursors (subscriber, epoch, version, report_id)
       select ?, epoch, version, 2147483647 from state on conflict (subscriber) do nothing`,
      [id],
    );
    if (rowCount > 0) await codeRows(trx, own);
    const moveTo = (position: { epoch?: string; version: string; report_id: number }) =>
      changeCoded(
        trx,
        own,
        async () => await trx('webhook_cursors').where({ subscriber: id }).update(position),
      );
    const cursor = await trx('webhook_cursors').where({ subscriber: id }).forUpdate().skipLocked().first();
    const list = await trx('state').first('epoch', 'version');
    if (!cursor || !list) return 0;
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
