import { followClaim, followPreview } from '@naughty-list/payment-flow/follow';
import { verificationRoutes as routesOf } from '@naughty-list/payment-flow/routes';
import type { Route } from '@naughty-list/service-kit/http/route';
import { removalClaims } from '../cases/removal/effect.ts';
import type { Context } from '../context.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';

/** The progress of previews and claims; claims are stored here, so that the chain verifier may be unavailable. */
export function verificationRoutes(context: Context): Route[] {
  const { db, chainVerifier } = context;
  return routesOf({
    ...context,
    follow: (id) =>
      id.startsWith('look_')
        ? followPreview(chainVerifier, id)
        : followClaim(db, removalClaims, chainVerifier, id),
    onFault: verifierUnavailable,
  });
}
