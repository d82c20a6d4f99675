import type { Health } from '@naughty-list/contracts/health';
import { type Database, databaseAnswers } from '@naughty-list/service-kit/database/database';
import { cached } from '@naughty-list/service-kit/http/cached';
import { addHealth, checkHealth, type HealthChecks } from '@naughty-list/service-kit/http/http';
import { callHttp } from '@naughty-list/service-kit/http/http-call';
import type { FastifyInstance } from 'fastify';
import type { ForwardedCalls } from '../clients/forwarded-calls.ts';
import type { Upstreams } from '../proxy/upstreams.ts';

const UPSTREAM_TIMEOUT_MS = 2_000;
const REMEMBER_MS = 1_000;

/**
 * What the public sees: whether the gateway can work, checked at most once a second. What it depends on is named only on
 * the private port.
 */
export function addPublicHealth(app: FastifyInstance, { db }: { db: Database }): void {
  const last = cached<Promise<Health>>({ max: 1, ttlMs: REMEMBER_MS });
  addHealth(app, async () => {
    const { status } = await last.get('health', () => checkHealth({ database: () => databaseAnswers(db) }));
    return { status, checks: {} };
  });
}

/** The services behind it, and whether TRUST_PROXY fits what arrives. */
export function gatewayChecks({
  upstreams,
  forwardedCalls,
}: {
  upstreams: Pick<Upstreams, 'urls'>;
  forwardedCalls: ForwardedCalls;
}): HealthChecks {
  return {
    ...Object.fromEntries(Object.entries(upstreams.urls).map(([name, url]) => [name, () => isReady(url)])),
    TRUST_PROXY: async () => !forwardedCalls.seen,
  };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await callHttp(`${url}/health/ready`, { signal: AbortSignal.timeout(UPSTREAM_TIMEOUT_MS) });
  answer.resume();
  return answer.statusCode === 200;
}
