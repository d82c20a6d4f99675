import type { Health } from '@naughty-list/contracts/health';
import { type Database, databaseAnswers } from '@naughty-list/service-kit/database/database';
import { cached } from '@naughty-list/service-kit/http/cached';
import { checkHealth } from '@naughty-list/service-kit/http/http';
import { callHttp } from '@naughty-list/service-kit/http/http-call';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { FastifyInstance } from 'fastify';
import type { Upstreams } from '../proxy/upstreams.ts';

type Parts = { db: Database; queues: Queues; upstreams: Pick<Upstreams, 'urls'> };

const UPSTREAM_TIMEOUT_MS = 2_000;
const REMEMBER_MS = 1_000;

/**
 * Readiness covers the gateway only; the queue and the services are reported but do not fail it. Checked at most once
 * a second.
 */
export function addHealth(app: FastifyInstance, parts: Parts): void {
  const last = cached<Promise<Health>>({ max: 1, ttlMs: REMEMBER_MS });
  app.get('/health/live', async (): Promise<Health> => ({ status: 'ok', checks: {} }));
  app.get('/health/ready', async (_request, reply) => {
    const health = await last.get('health', () => checkAll(parts));
    return reply.code(health.status === 'ok' ? 200 : 503).send(health);
  });
}

function checkAll({ db, queues, upstreams }: Parts): Promise<Health> {
  return checkHealth(
    { database: () => databaseAnswers(db) },
    {
      queue: () => queues.answers(),
      ...Object.fromEntries(Object.entries(upstreams.urls).map(([name, url]) => [name, () => isReady(url)])),
    },
  );
}

async function isReady(url: string): Promise<boolean> {
  const answer = await callHttp(`${url}/health/ready`, { signal: AbortSignal.timeout(UPSTREAM_TIMEOUT_MS) });
  answer.resume();
  return answer.statusCode === 200;
}
