import { ApiError } from '@naughty-list/contracts/errors';
import { followVerification, getVerification, LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import { follow } from '../claims/follow.ts';
import type { Context } from '../context.ts';

export function getVerificationRoute(context: Context): Route {
  return route(getVerification, async ({ params }) => {
    const verification = await follow(context.db, context, params.id);
    if (!verification) throw new ApiError('not_found', 'Not found');
    return verification;
  });
}

export function followVerificationRoute(context: Context): Route {
  const { db, watchers, eventStreams } = context;
  return route(followVerification, async ({ params, raw, reply }) => {
    if (raw.headers['last-event-id'] === LAST_EVENT_ID) return new Answer(204, null);
    const now = () => follow(db, context, params.id);
    const first = watchers.current(params.id) ?? (await now());
    if (!first) throw new ApiError('not_found', 'Not found');
    await eventStreams.send({ reply }, (gone) => watchers.watch(first, { follow: now, gone }));
    return new Answer(200, null);
  });
}
