import { type AuditEntry, REPORTER, undoableActions } from '@naughty-list/contracts/audit-log';
import type { Knex } from 'knex';
import type { Stored } from './entity.ts';
import type { Operation } from './rows.ts';

/** A row of `audit_log`. */
export type EntryRow = {
  id: number;
  operation_id: string;
  at: Date;
  who: string;
  action: AuditEntry['action'];
  subject: AuditEntry['subject'];
  subject_id: number;
  username: string;
  before: Stored | null;
  after: Stored | null;
  details: Record<string, string> | null;
  restored_at: Date | null;
  erased_at: Date | null;
};

/** The number of entries of an operation, and of those that can be undone. */
export type OperationCounts = { size: number; restorable: number };

/** Records a change of one row, or a decision. */
export async function insertEntry(
  trx: Knex,
  entry: Operation &
    Pick<AuditEntry, 'action' | 'subject'> & {
      row: { id: number; username: string };
      before?: Stored;
      after?: Stored;
      details?: Record<string, string>;
    },
): Promise<void> {
  const { operationId, who, action, subject, row, before, after, details } = entry;
  await trx('audit_log').insert({
    operation_id: operationId,
    who,
    action,
    subject,
    subject_id: row.id,
    username: row.username,
    before: toJson(before),
    after: toJson(after),
    details: toJson(details),
  });
}

const toJson = (value: object | undefined) => (value ? JSON.stringify(value) : null);

/** The sizes of operations, by id. */
export async function countOperations(
  db: Knex,
  operationIds: readonly string[],
): Promise<ReadonlyMap<string, OperationCounts>> {
  type Counted = { operation_id: string } & OperationCounts;
  const { rows } = await db.raw<{ rows: Counted[] }>(
    `select operation_id, count(*)::int as size,
            count(*) filter (where who <> '${REPORTER}' and action = any(?::text[]) and restored_at is null
              and (action = 'delete' or erased_at is null))::int as restorable
     from audit_log where operation_id = any(?::uuid[]) group by operation_id`,
    [[...undoableActions], [...operationIds]],
  );
  return new Map(rows.map(({ operation_id: id, size, restorable }) => [id, { size, restorable }]));
}

/** The entry of a deletion, without the row itself. */
export type Deletion = Pick<EntryRow, 'id' | 'subject' | 'subject_id' | 'username'>;

/** Locks those of these deletions that have not been restored until the transaction ends; oldest entry first. */
export async function lockDeletions(trx: Knex, entryIds: readonly number[]): Promise<Deletion[]> {
  return trx<EntryRow>('audit_log')
    .whereIn('id', entryIds)
    .where({ action: 'delete', restored_at: null })
    .orderBy('id')
    .forUpdate()
    .select('id', 'subject', 'subject_id', 'username');
}

export async function markRestored(trx: Knex, entryIds: readonly number[]): Promise<void> {
  await trx('audit_log').whereIn('id', entryIds).update({ restored_at: trx.fn.now() });
}

/** The newest entry about a report. */
export async function findLastEntry(
  db: Knex,
  id: number,
): Promise<Pick<EntryRow, 'operation_id' | 'who' | 'action'> | undefined> {
  return db<EntryRow>('audit_log')
    .where({ subject: 'scammer_report', subject_id: id })
    .orderBy('id', 'desc')
    .first('operation_id', 'who', 'action');
}
