import { databaseAnswers } from '@naughty-list/service-kit/database';
import { buildServiceApp } from '@naughty-list/service-kit/http';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { getHitCounterRoute } from './routes/get-hit-counter.ts';

export function buildApp(context: Context): FastifyInstance {
  const { config, db, queues, clock, log } = context;
  return buildServiceApp({
    log,
    clock,
    secret: config.INTERNAL_SECRET,
    routes: [getHitCounterRoute(context)],
    checks: { database: () => databaseAnswers(db), queue: () => queues.answers() },
  });
}
