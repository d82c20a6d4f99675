import { databaseAnswers } from '@naughty-list/service-kit/database/database';
import { buildServiceApp } from '@naughty-list/service-kit/http/http';
import type { Route } from '@naughty-list/service-kit/http/route';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { openRpcHealth } from './providers/rpc-health.ts';
import { buildBurnTransactionRoute } from './routes/build-burn-transaction.ts';
import { findTransactionRoute } from './routes/find-transaction.ts';
import { getChainVerificationRoute } from './routes/get-chain-verification.ts';
import { getTokenConfigRoute } from './routes/get-token-config.ts';
import { startLookRoute } from './routes/start-look.ts';

/** The service's routes. Readiness does not rest on the RPC providers: what waits for them waits in the queue. */
export function buildApp(context: Context): FastifyInstance {
  const app = serviceApp(context, [
    startLookRoute(context),
    getChainVerificationRoute(context),
    findTransactionRoute(context),
    getTokenConfigRoute(context),
    buildBurnTransactionRoute(context),
  ]);
  // Who waits for a verdict is told how far it is: a stop does not wait with them.
  app.addHook('preClose', () => context.wakeUps.close());
  return app;
}

/** What a process without routes listens with: its health and its metrics. */
export function buildHealthApp(context: Context): FastifyInstance {
  return serviceApp(context, []);
}

function serviceApp(context: Context, routes: Route[]): FastifyInstance {
  const { db, queues, providers, metrics, rpcMetrics, clock, config, log } = context;
  const isRpcHealthy = openRpcHealth({ providers, metrics: rpcMetrics });
  const app = buildServiceApp({
    log,
    clock,
    secret: config.INTERNAL_SECRET,
    metrics,
    routes,
    checks: { database: () => databaseAnswers(db) },
    softChecks: { queue: () => queues.answers(), rpc: async () => isRpcHealthy() },
  });
  // A scrape sets a look at the providers off: what it finds out is in the next answer.
  rpcMetrics.refreshBy(isRpcHealthy);
  return app;
}
