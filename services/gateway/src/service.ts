import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ApiError } from '@naughty-list/contracts/errors';
import { answerNotFound } from '@naughty-list/service-kit/http/error-answers';
import { createApp } from '@naughty-list/service-kit/http/http';
import { ConfigError } from '@naughty-list/service-kit/lifecycle/config';
import { type BaseContext, defineService } from '@naughty-list/service-kit/lifecycle/define-service';
import type { FastifyInstance } from 'fastify';
import { ensureFirstAdmin } from './admin/first-admin.ts';
import { createLogins } from './admin/logins.ts';
import { createKnownDevices } from './admin/open-session.ts';
import { createPasskeys } from './admin/passkeys.ts';
import { createAuthenticators } from './admin/second-factors.ts';
import { createAvatars, createIsListed } from './avatars/avatars.ts';
import { createClientIds } from './clients/client-id.ts';
import { createKeptRateLimits } from './clients/kept-rate-limits.ts';
import { openRateLimitStore } from './clients/rate-limit-store.ts';
import { createVisitors } from './clients/visitors.ts';
import { Config, type Constants, constants } from './config.ts';
import { database } from './database.ts';
import { addDocs } from './docs/add-docs.ts';
import { isHttps } from './edge/content-security-policy.ts';
import { addEdge, adminEdge } from './edge/edge.ts';
import { createPageBudget, createRateLimits } from './edge/rate-limits.ts';
import { createChallengeGuard } from './edge/require-challenge.ts';
import { createMarket } from './market/market.ts';
import { createSlowCallLimits } from './proxy/pass-on.ts';
import { openRegister } from './proxy/register.ts';
import { openUpstreams } from './proxy/upstreams.ts';
import { addQueuesDashboard } from './queues-dashboard/add-queues-dashboard.ts';
import { addAdminRoutes } from './routes/admin.ts';
import { addAvatars } from './routes/avatar.ts';
import { addPublicApi } from './routes/public-api.ts';
import {
  addBurnRequest,
  addMarketData,
  addPublicHealth,
  addSiteInfo,
  gatewayChecks,
} from './routes/site-info.ts';
import { addBackupMetrics, addWaiting } from './routes/waiting.ts';
import { sessionCookie } from './sessions/add-sessions.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { addVisitReports } from './visits/report-visit.ts';
import { openVisits } from './visits/visits.ts';
import { addWebApp } from './web/web-app.ts';

const MINUTE_MS = 60_000;
/** A session of an admin ends after this long in any case. */
const SESSION_HOURS = 12;

export type Context = Awaited<ReturnType<typeof open>>;

/** It has no jobs: its web process is all of it. */
export const gateway = defineService<Config, Context, Constants>({
  name: 'gateway',
  database,
  config: Config,
  constants,
  open,
  buildApp,
  softChecks: gatewayChecks,
});

async function open(base: BaseContext<Config, Constants>) {
  const { config, constants, db, clock, log, onClose } = base;
  const webRoot = findWebRoot(config.WEB_ROOT);
  await ensureFirstAdmin(db, config, log);
  const idleMs = constants.sessionIdleMinutes * MINUTE_MS;
  const secure = isHttps(config.PUBLIC_ORIGIN);
  if (!secure)
    log.info('PUBLIC_ORIGIN is not https: the Solana Pay codes of removals ask for a transfer, not a burn');
  addBackupMetrics(base.metrics, db);
  const visits = openVisits(base);
  const upstreams = openUpstreams(config, base);
  const register = openRegister(upstreams, log);
  onClose(register.close);
  const keptRateLimits = createKeptRateLimits(db, clock);
  const clientIds = createClientIds(config.INTERNAL_SECRET);
  const authenticators = createAuthenticators({ secret: config.INTERNAL_SECRET, clock });
  return {
    ...base,
    webRoot,
    sessions: createSessionStore(db, clock, idleMs),
    idleMs,
    sessionCookie: sessionCookie({ secure, hours: SESSION_HOURS }),
    rateLimitStore: openRateLimitStore(config, base),
    keptRateLimits,
    visits,
    upstreams,
    register,
    forwardedCalls: { seen: false },
    clientIds,
    slowCallLimits: createSlowCallLimits(),
    visitors: createVisitors(config.SESSION_SECRET, { secure }),
    logins: createLogins(db, {
      limit: config.RATE_LIMIT_LOGINS_PER_15_MINUTES,
      clock,
      keptRateLimits,
      clientIds,
      authenticators,
    }),
    authenticators,
    knownDevices: createKnownDevices(config.SESSION_SECRET, { secure }),
    passkeys: createPasskeys({ secret: config.SESSION_SECRET, db, clock }),
    avatars: createAvatars(config, {
      isListed: createIsListed(register),
      log,
      now: () => clock.now().getTime(),
    }),
    market: createMarket(config, log),
  };
}

async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config, log, metrics, webRoot: root, visits } = context;
  const { PUBLIC_ORIGIN: origin } = config;
  const app = createApp(log, { metrics, trustsCallers: false, server: { trustProxy: config.TRUST_PROXY } });
  addEdge(app, context);
  const limits = createRateLimits(context);
  const limit = limits.reads;
  addPublicHealth(app, context);
  await addPublicApi(app, {
    ...context,
    limits,
    challenged: createChallengeGuard(context),
  });
  await addAdminRoutes(app, {
    ...context,
    origin,
    sessionSecret: config.SESSION_SECRET,
    limit: limits.admins,
    edge: adminEdge,
    addGuarded: (scope) => {
      addQueuesDashboard(scope, context);
      addWaiting(scope, context);
    },
  });
  addAvatars(app, { ...context, limit: limits.avatars });
  addMarketData(app, { ...context, limit });
  addBurnRequest(app, { origin, limit });
  addSiteInfo(app, { ...context, limit });
  addVisitReports(app, { visits, limit });
  await addDocs(app, { ...context, sessionSecret: config.SESSION_SECRET, limit });
  const refuseUnknown = async () => {
    throw new ApiError('not_found', 'Not found');
  };
  app.all('/api/*', { onRequest: [limit, refuseUnknown] }, answerNotFound);
  const budget = createPageBudget(context);
  if (root) await addWebApp(app, { root, origin, budget, parts: context, onPage: visits.countPage });
  else app.setNotFoundHandler(answerNotFound);
  return app;
}

/** Absolute path; undefined when only the API is served. */
function findWebRoot(folder: string | undefined): string | undefined {
  const root = folder && resolve(folder);
  if (root && !existsSync(join(root, 'index.html'))) {
    throw new ConfigError('Configuration: WEB_ROOT has no index.html; is the web app built?');
  }
  return root;
}
