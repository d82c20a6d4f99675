import { buildServiceApp } from '@naughty-list/service-kit/http/http';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { burnRequestRoute } from './routes/burn-request.ts';
import { followVerificationRoute } from './routes/follow-verification.ts';
import { getVerificationRoute } from './routes/get-verification.ts';
import { issueRemovalProofRoute } from './routes/issue-removal-proof.ts';
import { listNiceReportsRoute } from './routes/list-nice-reports.ts';
import { listReportsRoute } from './routes/list-reports.ts';
import { removeByBurnRoute } from './routes/remove-by-burn.ts';
import { searchNiceReportsRoute } from './routes/search-nice-reports.ts';
import { searchReportsRoute } from './routes/search-reports.ts';
import { submitNiceReportRoute } from './routes/submit-nice-report.ts';
import { submitReportRoute } from './routes/submit-report.ts';
import { verifyBurnRoute } from './routes/verify-burn.ts';

/** The service's HTTP side. */
export function buildApp(context: Context): FastifyInstance {
  const app = serviceApp(context, [
    listReportsRoute(context),
    searchReportsRoute(context),
    submitReportRoute(context),
    listNiceReportsRoute(context),
    searchNiceReportsRoute(context),
    submitNiceReportRoute(context),
    verifyBurnRoute(context),
    issueRemovalProofRoute(context),
    removeByBurnRoute(context),
    burnRequestRoute(context),
    getVerificationRoute(context),
    followVerificationRoute(context),
    ...adminRoutes(context),
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
