import { hash, randomBytes, randomUUID } from 'node:crypto';
import { recordVisitsJob, type Visit } from '@naughty-list/contracts/visits';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { FastifyRequest } from 'fastify';
import { truncateAddress } from '../clients/address.ts';
import { type Network, networksOf, shareOf } from '../clients/networks.ts';
import { createMemoryRateLimits } from '../clients/rate-limit-store.ts';
import type { Config } from '../config.ts';
import { isPageLoad } from './page-load.ts';
import { createVisitBuffer } from './visit-buffer.ts';

export type Visits = {
  /** Counts the request if it is a page load by a person. */
  countPage(request: FastifyRequest): void;
  /** Counts a navigation inside the app, as reported by the page. */
  countReported(request: FastifyRequest, reported: { pageUrl: string; referrer: string | null }): void;
};

type Parts = {
  config: Config;
  queues: Queues;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  onClose: (end: () => Promise<void>) => void;
};

/** Visits are batched, wait in memory until the queue has them, and are recorded by analytics. */
export function openVisits({ config, queues, clock, log, metrics, onClose }: Parts): Visits {
  const dropped = metrics.addCounter({
    name: 'visits_dropped_total',
    help: 'Visits dropped because too many waited for the queue',
    labelNames: [],
  });
  const refused = metrics.addCounter({
    name: 'visits_refused_total',
    help: 'Visits that were not counted: the client had too many, or the day is full',
    labelNames: ['reason'],
    fromZero: [{ reason: 'day' }],
  });
  const buffer = createVisitBuffer({
    send: (batch) => queues.add(recordVisitsJob, batch),
    log,
    onDropped: () => dropped({}),
  });
  onClose(buffer.close);
  metrics.addSource({
    name: 'visits',
    gauges: { visit_batches_waiting: { help: 'Batches of visits that the queue does not have yet' } },
    read: async () => ({ visit_batches_waiting: [{ value: buffer.batchesWaiting() }] }),
  });
  const onRefused = (reason: Refusal) => refused({ reason });
  const intake = createVisitIntake({ config, clock, add: buffer.add, onRefused });
  const countReported: Visits['countReported'] = (request, reported) =>
    intake.take(visitOf(request, reported, config, clock.now()), request.ip);
  return {
    countReported,
    countPage(request) {
      const { method, url: pageUrl, headers } = request;
      if (!isPageLoad({ method, path: pageUrl.split('?', 1)[0] ?? '', headers })) return;
      const referrer = cameFrom(headers.referer, headers.host, config.PUBLIC_ORIGIN);
      countReported(request, { pageUrl, referrer });
    },
  };
}

/** Stored URLs and user agents are truncated to limit their size. */
const URL_LENGTH = 256;
const USER_AGENT_LENGTH = 256;

/** A visit to be counted. Its address is truncated here, before anything else sees it. */
function visitOf(
  { ip, headers }: FastifyRequest,
  { pageUrl, referrer }: { pageUrl: string; referrer: string | null },
  { VISIT_ADDRESSES: addresses }: Pick<Config, 'VISIT_ADDRESSES'>,
  now: Date,
): Visit {
  return {
    id: randomUUID(),
    at: now.toISOString(),
    pageUrl: truncate(pathOf(pageUrl), URL_LENGTH),
    referrer: referrer === null ? null : truncate(pathOf(referrer), URL_LENGTH),
    userAgent: truncate(headers['user-agent'] ?? '', USER_AGENT_LENGTH) || null,
    ipAddress: addresses === 'none' ? null : truncateAddress(ip, kept[addresses]),
  };
}

const kept = { truncated: { v4Bits: 24, v6Bits: 48 }, full: { v4Bits: 32, v6Bits: 128 } } as const;

/** The queue and the database reject NUL and lone surrogates, which truncation can leave. */
function truncate(text: string, length: number): string {
  return text.replaceAll('\0', '').slice(0, length).toWellFormed();
}

/** Queries, fragments and the pages of cases, receipts and traces may hold personal data. */
const pathOf = (url: string) =>
  (url.split(/[?#]/, 1)[0] ?? '').replace(/^(\/(?:case|receipt|trace))\/.*/, '$1');

/** The referrer: its path when on this site, else its origin; null when invalid. */
function cameFrom(
  referrer: string | undefined,
  host: string | undefined,
  publicOrigin: string | undefined,
): string | null {
  const url = referrer ? URL.parse(referrer) : null;
  if (!url) return null;
  if (url.origin === publicOrigin || url.host === host?.toLowerCase()) return url.pathname;
  // Only some schemes have an origin; apps send, for example, `android-app://org.telegram`.
  return url.host === '' ? null : `${url.protocol}//${url.host}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Calls a minute for each visit that is stored in an hour. */
const READS_PER_VISIT = 5;
const MEGABYTE = 1_000_000;
/** Storage cost of a visit besides its texts: row, index and queue entry. */
const ROW_BYTES = 200;
/** Browsers of one address that count as separate visitors; user agents are easily forged. */
const BROWSERS_MAX = 10;

export type Refusal = 'client' | 'day';

/** Decides which visits are stored. Pages are served in any case. */
export type VisitIntake = { take(visit: Visit, ip: string): void };

type Settings = Pick<
  Config,
  'RATE_LIMIT_READS_PER_MINUTE' | 'VISITOR_COUNTED_AGAIN_AFTER_MINUTES' | 'VISIT_MEGABYTES_PER_DAY'
>;

type Options = {
  config: Settings;
  clock: Clock;
  add: (visit: Visit) => void;
  onRefused: (reason: Refusal) => void;
};

/**
 * Each client has a budget, and all share a daily byte budget (UTC). Counted in this process only, so that no page
 * waits for a round trip.
 */
export function createVisitIntake({ config, clock, add, onRefused }: Options): VisitIntake {
  const perHour = Math.ceil(config.RATE_LIMIT_READS_PER_MINUTE / READS_PER_VISIT);
  const perClient = createMemoryRateLimits(clock);
  const isRepeat = createRepeats(config, clock);
  const isOverBudget = (networks: readonly Network[]) =>
    perClient.take(
      networks.map(({ size, key }) => ({
        key,
        max: perHour * shareOf(size),
        windowMs: HOUR_MS,
      })),
    ).isFull;
  let day = '';
  let bytes = 0;
  return {
    take(visit, ip) {
      const today = visit.at.slice(0, 10);
      if (today !== day) [day, bytes] = [today, 0];
      const networks = networksOf(ip);
      if (isOverBudget(networks)) return onRefused('client');
      const { pageUrl, referrer, userAgent } = visit;
      const size = ROW_BYTES + pageUrl.length + (referrer?.length ?? 0) + (userAgent?.length ?? 0);
      if (bytes + size > config.VISIT_MEGABYTES_PER_DAY * MEGABYTE) return onRefused('day');
      bytes += size;
      add(isRepeat(visit, ip, networks) ? { ...visit, isRepeat: true } : visit);
    },
  };
}

/**
 * Whether a client and browser were counted recently. Both are stored as a hash of truncated address and user agent,
 * with an in-memory salt that changes daily.
 */
function createRepeats(
  { VISITOR_COUNTED_AGAIN_AFTER_MINUTES: minutes }: Settings,
  clock: Clock,
): (visit: Visit, ip: string, networks: readonly Network[]) => boolean {
  let day = '';
  let salt = newSalt();
  let seen = createMemoryRateLimits(clock);
  return ({ at, userAgent }, ip, networks) => {
    if (minutes === 0) return false;
    const today = at.slice(0, 10);
    if (today !== day) [day, salt, seen] = [today, newSalt(), createMemoryRateLimits(clock)];
    const address = truncateAddress(ip, { v4Bits: 24, v6Bits: 48 });
    const visitor = hash('sha256', `${salt} ${address} ${userAgent}`, 'base64url');
    const windowMs = minutes * MINUTE_MS;
    return seen.take([
      { key: visitor, max: 1, windowMs },
      ...networks.map(({ size, key }) => ({
        key: hash('sha256', `${salt} ${key}`, 'base64url'),
        max: BROWSERS_MAX * shareOf(size),
        windowMs,
      })),
    ]).isFull;
  };
}

/** Has a fixed length, whatever clients send. Hashes never leave the process. */
const newSalt = () => randomBytes(32).toString('base64url');
