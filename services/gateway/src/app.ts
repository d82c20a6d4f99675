import { ApiError } from '@naughty-list/contracts/errors';
import { answerNotFound } from '@naughty-list/service-kit/http/error-answers';
import { createApp } from '@naughty-list/service-kit/http/http';
import type { FastifyInstance } from 'fastify';
import { addAdminScope } from './admin/admin-scope.ts';
import { createPageBudget } from './clients/page-budget.ts';
import { createRateLimits } from './clients/rate-limits.ts';
import type { Context } from './context.ts';
import { addDocs } from './docs/add-docs.ts';
import { addProxy } from './proxy/proxy.ts';
import { addBurnRequestLabel } from './routes/describe-burn-request.ts';
import { addMarketData } from './routes/get-market-data.ts';
import { addSiteInfo } from './routes/get-site-info.ts';
import { addHealth } from './routes/health.ts';
import { addVisitReports } from './routes/report-visit.ts';
import { openToAnyOrigin } from './security/any-origin.ts';
import { limitConnections } from './security/connection-limits.ts';
import { addHeaders } from './security/headers.ts';
import { hasSeveralHosts } from './security/host.ts';
import { mayChangeState } from './security/origin.ts';
import { giveUpSlowReaders } from './security/slow-readers.ts';
import { isPageLoad } from './visits/page-load.ts';
import { visitOf } from './visits/visit.ts';
import { addWebApp, type WebAppOptions } from './web/web-app.ts';

export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config, clock, log, metrics } = context;
  const app = createApp(log, { metrics, trustRequestIds: false, server: { trustProxy: config.TRUST_PROXY } });
  // Bodies are JSON; Fastify would also accept plain text.
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('clientId', '');
  app.decorateRequest('admin', '');
  addHeaders(app, config);
  limitConnections(app, config);
  giveUpSlowReaders(app, config.WRITE_TIMEOUT_MS);
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, ip } = request;
    if (hasSeveralHosts(request.raw.rawHeaders)) {
      done(new ApiError('invalid_input', 'The request names more than one host.'));
      return;
    }
    const { anyOrigin } = request.routeOptions.config;
    const { origin, host } = headers;
    const secFetchSite = headers['sec-fetch-site']?.toString();
    if (anyOrigin) openToAnyOrigin(reply);
    else if (!mayChangeState({ method, origin, host, secFetchSite }, config.PUBLIC_ORIGIN)) {
      done(new ApiError('forbidden_origin', 'This request came from another site and was refused.'));
      return;
    }
    request.clientId = context.clientIds(ip);
    done();
  });
  const limits = createRateLimits(config, context.counts, context.clientIds);
  addHealth(app, context);
  await addProxy(app, context, limits);
  await addAdminScope(app, context, limits);
  addMarketData(app, context, limits);
  addBurnRequestLabel(app, context, limits);
  addSiteInfo(app, context, limits);
  addVisitReports(app, context, limits);
  await addDocs(app, context, limits);
  const refuseUnknown = async () => {
    throw new ApiError('not_found', 'Not found');
  };
  app.all('/api/*', { onRequest: [limits.reads, refuseUnknown] }, answerNotFound);

  const countVisit: WebAppOptions['onPage'] = (request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (isPageLoad({ method: request.method, path, headers: request.headers })) {
      context.visitIntake.take(visitOf(request, config, clock.now()), request.ip);
    }
  };
  const { webRoot: root } = context;
  const budget = createPageBudget(config.RATE_LIMIT_PAGES_PER_MINUTE, context);
  if (root) await addWebApp(app, { root, origin: config.PUBLIC_ORIGIN, budget, context, onPage: countVisit });
  else app.setNotFoundHandler(answerNotFound);
  return app;
}
