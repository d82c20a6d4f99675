import { ApiError } from '@naughty-list/contracts/errors';
import { getVerification } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { follow } from '../claims/follow.ts';
import type { Context } from '../context.ts';

export function getVerificationRoute(context: Context): Route {
  return route(getVerification, async ({ params }) => {
    const verification = await follow(context.db, context, params.id);
    if (!verification) throw new ApiError('not_found', 'Not found');
    return verification;
  });
}
