import { ApiError } from '@naughty-list/contracts/errors';
import { followVerification, getVerification, LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { follow } from '../removal/follow.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';

export function getVerificationRoute({ db, chainVerifier }: Context): Route {
  return route(getVerification, async ({ params, raw }) => {
    const verification = await follow(db, chainVerifier, params.id).catch((error) =>
      verifierUnavailable(raw.log, error),
    );
    if (!verification) throw new ApiError('not_found', 'Not found');
    return verification;
  });
}

export function followVerificationRoute(context: Context): Route {
  const { db, chainVerifier, watchers, eventStreams } = context;
  return route(followVerification, async ({ params, raw, reply }) => {
    if (raw.headers['last-event-id'] === LAST_EVENT_ID) return new Answer(204, null);
    const now = () => follow(db, chainVerifier, params.id);
    const preview = () => now().catch((error) => verifierUnavailable(raw.log, error));
    const first = watchers.current(params.id) ?? (await preview());
    if (!first) throw new ApiError('not_found', 'Not found');
    await eventStreams.send({ reply }, (gone) => watchers.watch(first, { follow: now, gone }));
    return new Answer(200, null);
  });
}
