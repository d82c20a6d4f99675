import { z } from 'zod';
import { totalCount } from './answer-headers.ts';
import { defineEndpoint } from './endpoint.ts';
import { queueNames } from './queue-names.ts';
import { ListQuery } from './reports.ts';

export const queueChangesTexts = { invalidQueue: `queue must be one of ${queueNames.join(', ')}.` } as const;

/**
 * One change of a queue by hand, written down before it was done: who, in words what, and the dashboard's own call of it.
 * `queue` is null where it was about all of them. `requestId` is what log lines of the same moment carry. `sent` is the beginning
 * of what was sent with it, null where nothing was or where it is not kept. `status` is that of the answer: done where it is less
 * than 400, and not known where it is null.
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

/** Newest first. `q` is looked for in the names of admins and in the calls, which name queues and jobs. */
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
  errors: ['invalid_input', 'unauthorized'],
});
