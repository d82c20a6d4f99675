import type { QueueChange, QueueChangesQuery } from '@naughty-list/contracts/queue-changes';
import { recordVisitsJob } from '@naughty-list/contracts/visits';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { changeInWords, queueOfChange } from './change-in-words.ts';

/** A dashboard call that changes a queue; `change` is its method and path, `sent` its raw body. */
export type RecordedChange = { admin: string; change: string; sent?: string; requestId: string };

type Row = {
  id: string;
  at: Date;
  admin: string;
  change: string;
  sent: string | null;
  status: number | null;
  request_id: string;
};

const LONGEST_CHANGE = 500;
const LONGEST_SENT = 4_000;
/** Its jobs hold visitor data, which is subject to retention; this audit log is not. */
const UNKEPT_QUEUE = recordVisitsJob.queue;

/** Records a change before it runs; returns the row's id. */
export async function recordChange(db: Database, recorded: RecordedChange): Promise<string> {
  const { admin, change, sent, requestId: request_id } = recorded;
  const isKept = sent && queueOfChange(change) !== UNKEPT_QUEUE;
  const [row] = await db('queue_changes')
    .insert({
      admin,
      change: change.slice(0, LONGEST_CHANGE),
      sent: isKept ? storable(sent.slice(0, LONGEST_SENT)) : null,
      request_id,
    })
    .returning<{ id: string }[]>('id');
  return row?.id ?? '';
}

/** Adds the response status; below 400 the change was made. */
export async function recordAnswer(db: Database, id: string, status: number): Promise<void> {
  await db('queue_changes').where({ id }).update({ status });
}

/** A page of changes, newest first, with the total. Changes are made by hand, so counting them is cheap. */
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

/** PostgreSQL text cannot hold NUL. */
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

/** The search term as a `like` pattern, with wildcards escaped. */
const literal = (term: string) => storable(term).replace(/[\\%_]/g, '\\$&');

const toChange = ({ id, at, admin, change, sent, status, request_id }: Row): QueueChange => ({
  id: Number(id),
  at: at.toISOString(),
  who: admin,
  queue: queueOfChange(change),
  what: changeInWords(change),
  call: change,
  sent,
  status,
  requestId: request_id,
});
