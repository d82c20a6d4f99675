import { databaseAnswers } from '@naughty-list/service-kit/database';
import { buildServiceApp } from '@naughty-list/service-kit/http';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { openRpcHealth } from './providers/rpc-health.ts';
import { getChainVerificationRoute } from './routes/get-chain-verification.ts';
import { getTokenConfigRoute } from './routes/get-token-config.ts';
import { startLookRoute } from './routes/start-look.ts';

/** The service's routes. Readiness does not rest on the RPC providers: what waits for them waits in the queue. */
export function buildApp(context: Context): FastifyInstance {
  const { db, queues, providers, clock, config, log } = context;
  const isRpcHealthy = openRpcHealth(providers, clock);
  return buildServiceApp({
    log,
    clock,
    secret: config.INTERNAL_SECRET,
    routes: [startLookRoute(context), getChainVerificationRoute(context), getTokenConfigRoute(context)],
    checks: { database: () => databaseAnswers(db), queue: () => queues.answers() },
    softChecks: { rpc: async () => isRpcHealthy() },
  });
}
