import { ApiError } from '@naughty-list/contracts/errors';
import { getVerification, VerificationId } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';
import { follow } from '../removal/follow.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';

export function getVerificationRoute({ db, chainVerifier }: Context): Route {
  return route(getVerification, async ({ params, raw }) => {
    const id = VerificationId.safeParse(params.id);
    const verification = id.success
      ? await follow(db, chainVerifier, id.data).catch((error) => verifierUnavailable(raw.log, error))
      : undefined;
    if (!verification) throw new ApiError('not_found', 'Not found');
    return verification;
  });
}
