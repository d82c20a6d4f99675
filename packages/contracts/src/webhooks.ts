import { z } from 'zod';
import { FeedCase } from './feeds.ts';
import { defineJob } from './job.ts';

/**
 * The body of a webhook (Standard Webhooks): a published or changed case as it is now, or the number of a removed one,
 * which is sent whatever the subscriber's scope. After a restore: that everything must be read again.
 */
export const WebhookMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('case.updated'), timestamp: z.iso.datetime(), data: FeedCase }),
  z.object({
    type: z.literal('case.removed'),
    timestamp: z.iso.datetime(),
    data: FeedCase.pick({ number: true }),
  }),
  // Numbers and versions from before are void: read the snapshot again.
  z.object({ type: z.literal('register.restored'), timestamp: z.iso.datetime(), data: z.object({}) }),
]);
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** The `number` of a notice about the whole register. */
export const WHOLE_REGISTER = 0;

/** Notifies a subscriber of a change. The queue holds no names: the case is read at delivery. */
export const deliverWebhookJob = defineJob({
  queue: 'webhooks',
  name: 'deliver-webhook',
  payload: z.object({
    subscriber: z.string().regex(/^[0-9a-f]{16}$/),
    number: z.number().int(),
    version: z.string().regex(/^\d{1,18}$/),
    /** Changes with a restore, so that no id comes twice. */
    epoch: z.string().optional(),
  }),
  id: ({ subscriber, number, version, epoch }) =>
    `webhook.${subscriber}.${number}.${version}${epoch ? `.${epoch}` : ''}`,
  // About eight hours.
  attempts: 20,
  backoffMs: 1_000,
  maxBackoffMs: 3_600_000,
});
