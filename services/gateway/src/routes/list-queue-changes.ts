import { listQueueChanges } from '@naughty-list/contracts/queue-changes';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import { unlessAway } from '../admin/database-away.ts';
import type { Context } from '../context.ts';
import { findChanges } from '../queues-dashboard/changes.ts';

/** Answered by the gateway, which owns the queue dashboard. */
export function listQueueChangesRoute({ db }: Context): Route {
  return route(listQueueChanges, async ({ query }) => {
    const { changes, total } = await unlessAway(findChanges(db, query));
    return new Answer(200, changes, { 'x-total-count': String(total) });
  });
}
