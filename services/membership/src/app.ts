import { databaseAnswers } from '@naughty-list/service-kit/database';
import { buildServiceApp } from '@naughty-list/service-kit/http';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';

export function buildApp({ config, db, queues, clock, log }: Context): FastifyInstance {
  return buildServiceApp({
    log,
    clock,
    secret: config.INTERNAL_SECRET,
    routes: [],
    checks: { database: () => databaseAnswers(db), queue: () => queues.answers() },
  });
}
