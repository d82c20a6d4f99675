import { createHash } from 'node:crypto';
import type { FeedScope } from '@naughty-list/contracts/feeds';

export type Subscriber = { id: string; url: string; secret: string; include: FeedScope };

/** The subscribers from the settings; none while third parties are off. */
export function subscribersOf(config: {
  WEBHOOKS: Omit<Subscriber, 'id'>[];
  THIRD_PARTIES: 'on' | 'off';
}): Subscriber[] {
  if (config.THIRD_PARTIES === 'off') return [];
  return config.WEBHOOKS.map((webhook) => ({
    id: createHash('sha256').update(webhook.url).digest('hex').slice(0, 16),
    ...webhook,
  }));
}
