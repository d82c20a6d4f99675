import type { Database } from '@naughty-list/service-kit/database';

/** One call of the dashboard that changes a queue; `change` is its method and path, without what was sent. */
export type QueueChange = { admin: string; change: string; requestId: string };

const LONGEST_CHANGE = 500;

export async function noteChange(db: Database, { admin, change, requestId }: QueueChange): Promise<void> {
  await db('queue_changes').insert({ admin, change: change.slice(0, LONGEST_CHANGE), request_id: requestId });
}
