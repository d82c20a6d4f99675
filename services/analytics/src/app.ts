import { databaseAnswers } from '@naughty-list/service-kit/database/database';
import { buildServiceApp } from '@naughty-list/service-kit/http/http';
import type { Route } from '@naughty-list/service-kit/http/route';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { getDailyVisitsRoute } from './routes/get-daily-visits.ts';
import { getHitCounterRoute } from './routes/get-hit-counter.ts';
import { getTopPagesRoute } from './routes/get-top-pages.ts';
import { getTopReferrersRoute } from './routes/get-top-referrers.ts';
import { getTotalVisitsRoute } from './routes/get-total-visits.ts';
import { getWeeklyVisitsRoute } from './routes/get-weekly-visits.ts';

export function buildApp(context: Context): FastifyInstance {
  return serviceApp(context, [
    getHitCounterRoute(context),
    getDailyVisitsRoute(context),
    getWeeklyVisitsRoute(context),
    getTotalVisitsRoute(context),
    getTopPagesRoute(context),
    getTopReferrersRoute(context),
  ]);
}

/** The health endpoint of a process without routes. */
export function buildHealthApp(context: Context): FastifyInstance {
  return serviceApp(context, []);
}

function serviceApp({ config, db, queues, metrics, clock, log }: Context, routes: Route[]): FastifyInstance {
  return buildServiceApp({
    log,
    clock,
    secret: config.INTERNAL_SECRET,
    metrics,
    routes,
    checks: { database: () => databaseAnswers(db) },
    softChecks: { queue: () => queues.answers() },
  });
}
