import { hash, randomBytes } from 'node:crypto';
import type { Visit } from '@naughty-list/contracts/visits';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import { truncateAddress } from '../clients/address.ts';
import { type Network, networksOf, shareOf } from '../clients/networks.ts';
import { createMemoryRateLimits } from '../clients/rate-limit-store.ts';
import type { Config } from '../config.ts';

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
