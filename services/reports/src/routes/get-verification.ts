import { ApiError } from '@naughty-list/contracts/errors';
import { getVerification } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
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
