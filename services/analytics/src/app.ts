import { databaseAnswers } from '@naughty-list/service-kit/database';
import { buildServiceApp } from '@naughty-list/service-kit/http';
import type { Route } from '@naughty-list/service-kit/route';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { getHitCounterRoute } from './routes/get-hit-counter.ts';

export function buildApp(context: Context): FastifyInstance {
  return serviceApp(context, [getHitCounterRoute(context)]);
}

/** What a process without routes listens with: its health. */
export function buildHealthApp(context: Context): FastifyInstance {
  return serviceApp(context, []);
}

function serviceApp({ config, db, queues, clock, log }: Context, routes: Route[]): FastifyInstance {
  return buildServiceApp({
    log,
    clock,
    secret: config.INTERNAL_SECRET,
    routes,
    checks: { database: () => databaseAnswers(db), queue: () => queues.answers() },
  });
}
