import type { QueueChange, QueueChangesQuery } from '@naughty-list/contracts/queue-changes';
import type { Database } from '@naughty-list/service-kit/database';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { changeInWords, queueOfChange } from './change-in-words.ts';

/** One call of the dashboard that changes a queue; `change` is its method and path, without what was sent. */
export type NotedChange = { admin: string; change: string; requestId: string };

type Row = { id: string; at: Date; admin: string; change: string; request_id: string };

const LONGEST_CHANGE = 500;

export async function noteChange(db: Database, { admin, change, requestId }: NotedChange): Promise<void> {
  await db('queue_changes').insert({ admin, change: change.slice(0, LONGEST_CHANGE), request_id: requestId });
}

/** A page of what was changed, newest first, and how many changes match in all. What is made by hand can be counted. */
export async function findChanges(
  db: Database,
  { q, queue, limit, offset }: z.output<typeof QueueChangesQuery>,
): Promise<{ changes: QueueChange[]; total: number }> {
  const matching = (query: Knex.QueryBuilder) => {
    if (q !== '') query.whereRaw('lower(admin || ? || change) like lower(?)', [' ', `%${literal(q)}%`]);
    if (queue !== undefined) query.whereRaw('change like ?', [`% /api/queues/${literal(queue)}/%`]);
  };
  const [counted, rows] = await Promise.all([
    db('queue_changes').where(matching).count<{ count: string }[]>('* as count'),
    db<Row>('queue_changes').where(matching).orderBy('id', 'desc').limit(limit).offset(offset).select('*'),
  ]);
  return { changes: rows.map(toChange), total: Number(counted[0]?.count) };
}

/** What is looked for, as the pattern of `like`; wildcards in it are text. NUL is in no stored text, and PostgreSQL takes none. */
const literal = (term: string) =>
  term
    .replaceAll('\u0000', '')
    .toWellFormed()
    .replace(/[\\%_]/g, '\\$&');

const toChange = ({ id, at, admin, change, request_id }: Row): QueueChange => ({
  id: Number(id),
  at: at.toISOString(),
  who: admin,
  queue: queueOfChange(change),
  what: changeInWords(change),
  call: change,
  requestId: request_id,
});
