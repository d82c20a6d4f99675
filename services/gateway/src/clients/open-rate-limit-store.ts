import { closeRedis, isRedisUrl, openRedis } from '@naughty-list/service-kit/database/redis';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Config } from '../config.ts';
import { createMemoryRateLimits, createRedisRateLimits, type RateLimitStore } from './rate-limit-store.ts';

/** Every public call is counted, so a hanging Redis must not delay it for long. */
const COUNT_TIMEOUT_MS = 500;

/** With Redis, gateways share the counts. Without, each counts on its own. */
export function openRateLimitStore(
  config: Pick<Config, 'QUEUE_URL'>,
  { clock, log, onClose }: { clock: Clock; log: Log; onClose: (close: () => Promise<void>) => void },
): RateLimitStore {
  const own = createMemoryRateLimits(clock);
  if (!isRedisUrl(config.QUEUE_URL)) return own;
  const redis = openRedis({
    url: config.QUEUE_URL,
    log,
    name: 'gateway',
    commandTimeoutMs: COUNT_TIMEOUT_MS,
  });
  onClose(() => closeRedis(redis));
  return createRedisRateLimits(redis, own);
}
