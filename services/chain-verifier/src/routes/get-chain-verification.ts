import { ApiError } from '@naughty-list/contracts/errors';
import { getChainVerification } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { findVerification } from '../verifications/repository.ts';
import { toChainVerification } from '../verifications/verification.ts';

export function getChainVerificationRoute({ db }: Context): Route {
  return route(getChainVerification, async ({ params }) => {
    const record = await findVerification(db, params.id);
    if (!record) throw new ApiError('not_found', 'Not found');
    return toChainVerification(record);
  });
}
