import { buildServiceApp } from '@naughty-list/service-kit/http/http';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { followVerificationRoute } from './routes/follow-verification.ts';
import { generateBurnAddressRoute } from './routes/generate-burn-address.ts';
import { getVerificationRoute } from './routes/get-verification.ts';
import { getWalletMembershipRoute } from './routes/get-wallet-membership.ts';
import { issueMembershipProofRoute } from './routes/issue-membership-proof.ts';
import { recoverMembershipRoute } from './routes/recover-membership.ts';
import { verifyTransactionRoute } from './routes/verify-transaction.ts';

/** The service's HTTP side. */
export function buildApp(context: Context): FastifyInstance {
  const app = serviceApp(context, [
    generateBurnAddressRoute(context),
    issueMembershipProofRoute(context),
    verifyTransactionRoute(context),
    recoverMembershipRoute(context),
    getWalletMembershipRoute(context),
    getVerificationRoute(context),
    followVerificationRoute(context),
  ]);
  app.addHook('preClose', () => context.stopWaiting());
  return app;
}

/** The health endpoint of a process without routes. */
export function buildHealthApp(context: Context): FastifyInstance {
  return serviceApp(context, []);
}

function serviceApp(
  { log, clock, config, checks, softChecks, metrics }: Context,
  routes: Parameters<typeof buildServiceApp>[0]['routes'],
): FastifyInstance {
  return buildServiceApp({
    log,
    clock,
    secret: config.INTERNAL_SECRET,
    metrics,
    routes,
    checks,
    softChecks,
  });
}
