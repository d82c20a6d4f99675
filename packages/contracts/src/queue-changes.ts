import { z } from 'zod';
import { defineEndpoint, totalCount } from './endpoint.ts';
import { queueNames } from './queue-names.ts';
import { ListQuery } from './reports.ts';

export const queueChangesTexts = { invalidQueue: `queue must be one of ${queueNames.join(', ')}.` } as const;

/**
 * One manual change of a queue, recorded before it ran: the admin, a description, and the dashboard's call. `queue`
 * is null when all queues were affected. `requestId` appears in the log lines of the request. `sent` is the beginning
 * of the request body, null when empty or not kept. `status` is the response's: below 400 the change was made; null
 * when unknown.
 */
export const QueueChange = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  who: z.string(),
  queue: z.string().nullable(),
  what: z.string(),
  call: z.string(),
  sent: z.string().nullable(),
  status: z.number().int().nullable(),
  requestId: z.string(),
});
export type QueueChange = z.infer<typeof QueueChange>;

/** Newest first. `q` is searched in the names of admins and in the calls, which name queues and jobs. */
export const QueueChangesQuery = ListQuery.extend({
  q: z.string().trim().max(200).default(''),
  queue: z.enum(queueNames, { error: queueChangesTexts.invalidQueue }).optional(),
});

export const listQueueChanges = defineEndpoint({
  method: 'GET',
  path: '/api/admin/queue-changes',
  summary:
    'Who changed which queue at the queue dashboard, newest first; header X-Total-Count counts those that match',
  access: 'admin',
  query: QueueChangesQuery,
  answerHeaders: totalCount,
  answers: { 200: z.array(QueueChange) },
});
