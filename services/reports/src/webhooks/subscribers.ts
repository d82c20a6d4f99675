import { createHash } from 'node:crypto';
import type { FeedScope } from '@naughty-list/contracts/feeds';
import { ConfigError } from '@naughty-list/service-kit/lifecycle/config';

export type Subscriber = { id: string; url: string; secret: string; include: FeedScope };

type WebhookSettings = {
  WEBHOOK_URLS: string[];
  WEBHOOK_SECRETS: string[];
  WEBHOOK_INCLUDE: FeedScope;
  THIRD_PARTIES: 'on' | 'off';
};

/**
 * The subscribers from the settings; none while third parties are off.
 *
 * @throws ConfigError when URLs and secrets are not as many
 */
export function subscribersOf(config: WebhookSettings): Subscriber[] {
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
