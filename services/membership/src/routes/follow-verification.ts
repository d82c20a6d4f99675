import { ApiError } from '@naughty-list/contracts/errors';
import { followVerification, LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import { watch } from '@naughty-list/payment-claims/watch';
import { Answer, type Route, route } from '@naughty-list/service-kit/route';
import { follow } from '../claims/follow.ts';
import type { Context } from '../context.ts';

export function followVerificationRoute(context: Context): Route {
  const { db, claimWakeUps: wakeUps, eventStreams } = context;
  return route(followVerification, async ({ params, clientId, raw, reply }) => {
    if (raw.headers['last-event-id'] === LAST_EVENT_ID) return new Answer(204, null);
    const now = () => follow(db, context, params.id);
    const first = await now();
    if (!first) throw new ApiError('not_found', 'Not found');
    await eventStreams.send({ reply, clientId }, (gone) => watch(first, { follow: now, wakeUps, gone }));
    return new Answer(200, null);
  });
}
