import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recordVisitsJob } from '@naughty-list/contracts/visits';
import { ConfigError } from '@naughty-list/service-kit/lifecycle/config';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import { ensureFirstAdmin } from './admin/first-admin.ts';
import { createKnownDevices, type KnownDevices } from './admin/known-devices.ts';
import { createLogins, type Logins } from './admin/logins.ts';
import { type Challenges, createChallenges } from './challenge/challenges.ts';
import { type ClientIds, createClientIds } from './clients/client-id.ts';
import type { Counts } from './clients/counts.ts';
import { createVisitors, type Visitors } from './clients/visitors.ts';
import type { Config } from './config.ts';
import { createMarket, type Market } from './market/market.ts';
import { type Breaker, createBreakers } from './proxy/breaker.ts';
import type { Upstream } from './proxy/proxied-endpoint.ts';
import { isHttps } from './security/content-security-policy.ts';
import type { SessionStore } from './sessions/session-store.ts';
import { openSharedState } from './shared-state.ts';
import { addVisitMetrics, countDropped, countRefused } from './visits/metrics.ts';
import { createVisitBuffer } from './visits/visit-buffer.ts';
import { createVisitIntake, type VisitIntake } from './visits/visit-intake.ts';
import { openVisitSpool } from './visits/visit-spool.ts';

export type Context = BaseContext<Config> & {
  clientIds: ClientIds;
  visitors: Visitors;
  sessions: SessionStore;
  counts: Counts;
  challenges: Challenges;
  logins: Logins;
  knownDevices: KnownDevices;
  upstreams: Record<Upstream, string>;
  breakers: Record<Upstream, Breaker>;
  /** Absolute path; undefined when only the API is served. */
  webRoot: string | undefined;
  visitIntake: VisitIntake;
  market: Market;
};

export async function openContext(base: BaseContext<Config>): Promise<Context> {
  const { config, db, queues, metrics, clock, log, onClose } = base;
  const webRoot = config.WEB_ROOT && resolve(config.WEB_ROOT);
  if (webRoot && !existsSync(join(webRoot, 'index.html'))) {
    throw new ConfigError('Configuration: WEB_ROOT has no index.html; is the web app built?');
  }
  await ensureFirstAdmin(db, config, log);
  const shared = openSharedState(config, { db, clock, log });
  onClose(shared.close);
  const { sessions, counts } = shared;
  const secure = isHttps(config.PUBLIC_ORIGIN);
  if (!secure) log.info('PUBLIC_ORIGIN is not https: pages hide the Solana Pay codes of removals');
  const spool = config.VISIT_SPOOL_DIR ? await openVisitSpool(config.VISIT_SPOOL_DIR, { log }) : undefined;
  const send: Parameters<typeof createVisitBuffer>[0]['send'] = (batch) => queues.add(recordVisitsJob, batch);
  const visits = createVisitBuffer({ send, log, spool, onDropped: countDropped(metrics) });
  onClose(visits.close);
  addVisitMetrics(metrics, visits);
  const upstreams: Record<Upstream, string> = {
    reports: config.REPORTS_URL,
    membership: config.MEMBERSHIP_URL,
    analytics: config.ANALYTICS_URL,
    'chain-verifier': config.CHAIN_VERIFIER_URL,
  };
  const breakers = createBreakers(upstreams, log);
  const visitIntake = createVisitIntake({ config, clock, add: visits.add, onRefused: countRefused(metrics) });
  onClose(() => {
    for (const breaker of Object.values(breakers)) breaker.close();
  });
  return {
    ...base,
    clientIds: createClientIds(config.INTERNAL_SECRET),
    visitors: createVisitors(config.SESSION_SECRET, { secure }),
    sessions,
    counts,
    challenges: createChallenges({ secret: config.INTERNAL_SECRET, db, clock }),
    logins: createLogins(db, { limit: config.RATE_LIMIT_LOGINS_PER_15_MINUTES, clock, counts }),
    knownDevices: createKnownDevices(config.SESSION_SECRET, { secure }),
    upstreams,
    breakers,
    webRoot,
    visitIntake,
    market: createMarket(config, log),
  };
}
