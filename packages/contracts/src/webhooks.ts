import { z } from 'zod';
import { FeedCase } from './feeds.ts';
import { defineJob } from './job.ts';

/**
 * The body of a webhook (Standard Webhooks): a published or changed case as it is now, or the number of a removed one,
 * which is sent whatever the subscriber's scope.
 */
export const WebhookMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('case.updated'), timestamp: z.iso.datetime(), data: FeedCase }),
  z.object({
    type: z.literal('case.removed'),
    timestamp: z.iso.datetime(),
    data: FeedCase.pick({ number: true }),
  }),
]);
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** Notifies a subscriber of a change. The queue holds no names: the case is read at delivery. */
export const deliverWebhookJob = defineJob({
  queue: 'webhooks',
  name: 'deliver-webhook',
  payload: z.object({
    subscriber: z.string().regex(/^[0-9a-f]{16}$/),
    number: z.number().int(),
    version: z.string().regex(/^\d{1,18}$/),
  }),
  id: ({ subscriber, number, version }) => `webhook.${subscriber}.${number}.${version}`,
  // About eight hours.
  attempts: 20,
  backoffMs: 1_000,
  maxBackoffMs: 3_600_000,
});
