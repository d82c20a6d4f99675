import { ApiError } from '@naughty-list/contracts/errors';
import { followVerification, LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import { watch } from '@naughty-list/payment-claims/watch';
import { Answer, type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';
import { follow } from '../removal/follow.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';

export function followVerificationRoute(context: Context): Route {
  const { db, chainVerifier, claimWakeUps: wakeUps, eventStreams } = context;
  return route(followVerification, async ({ params, clientId, raw, reply }) => {
    if (raw.headers['last-event-id'] === LAST_EVENT_ID) return new Answer(204, null);
    const now = () => follow(db, chainVerifier, params.id);
    const first = await now().catch((error) => verifierUnavailable(raw.log, error));
    if (!first) throw new ApiError('not_found', 'Not found');
    await eventStreams.send({ reply, clientId }, (gone) => watch(first, { follow: now, wakeUps, gone }));
    return new Answer(200, null);
  });
}
