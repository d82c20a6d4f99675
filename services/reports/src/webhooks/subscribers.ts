import { createHash } from 'node:crypto';
import type { FeedScope } from '@naughty-list/contracts/feeds';
import { ConfigError } from '@naughty-list/service-kit/lifecycle/config';
import type { ReportsConfig } from '../config.ts';

export type Subscriber = { id: string; url: string; secret: string; include: FeedScope };

/**
 * Those of the settings; none while third parties are off.
 *
 * @throws ConfigError when URLs and secrets are not as many
 */
export function subscribersOf(
  config: Pick<ReportsConfig, 'WEBHOOK_URLS' | 'WEBHOOK_SECRETS' | 'WEBHOOK_INCLUDE' | 'THIRD_PARTIES'>,
): Subscriber[] {
  if (config.WEBHOOK_URLS.length !== config.WEBHOOK_SECRETS.length)
    throw new ConfigError('WEBHOOK_SECRETS must have one secret for each of WEBHOOK_URLS');
  if (config.THIRD_PARTIES === 'off') return [];
  return config.WEBHOOK_URLS.map((url, at) => ({
    id: createHash('sha256').update(url).digest('hex').slice(0, 16),
    url,
    secret: config.WEBHOOK_SECRETS[at] ?? '',
    include: config.WEBHOOK_INCLUDE,
  }));
}
