import { randomUUID } from 'node:crypto';
import {
  type AuditEntry,
  auditLogTexts,
  REPORTER,
  type Restored,
  UNDO_MAX,
  type UndoInput,
  type UndoneAccount,
  undoableActions,
} from '@naughty-list/contracts/audit-log';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Knex } from 'knex';
import { type EntryRow, markRestored } from '../../record/audit-entries.ts';
import { retryOnConflict } from '../../record/rows.ts';
import { isUndoable } from './entry.ts';
import { restoreDeletions } from './restore.ts';
import { type Undo, undoOfRow } from './undo-row.ts';

/**
 * Undoes an operation; a conflict of one row does not affect the others. Idempotent. Undefined when nothing can be undone.
 * With `only`, the operation must be that moderator's.
 *
 * @throws ApiError forbidden_role
 */
export async function undoOperation(
  db: Knex,
  {
    operationId,
    only,
    ...by
  }: Omit<Undo, 'operationId'> & { operationId: string; only?: string | undefined },
): Promise<Restored | undefined> {
  const entries: EntryRow[] = await db('audit_log')
    .where({ operation_id: operationId })
    .whereNot({ who: REPORTER })
    .orderBy('id', 'desc');
  if (only !== undefined && entries.some(({ who }) => who !== only))
    throw new ApiError('forbidden_role', auditLogTexts.notYours);
  if (!entries.some(({ action }) => (undoableActions as readonly string[]).includes(action)))
    return undefined;
  return undoEntries(db, entries.filter(isUndoable), { operationId: randomUUID(), ...by });
}

/** Undoes what an account did within a period, newest first; a dry run only shows it. */
export async function undoAccount(
  db: Knex,
  { who: of, from, to, dryRun }: UndoInput,
  by: Omit<Undo, 'operationId'>,
): Promise<UndoneAccount> {
  const theirs = () => db('audit_log').where({ who: of }).where('at', '>=', from).where('at', '<', to);
  const undoable = () =>
    theirs()
      .whereIn('action', [...undoableActions])
      .whereNot({ who: REPORTER })
      .whereNull('restored_at')
      .where((entry) => entry.where({ action: 'delete' }).orWhereNull('erased_at'));
  const lasting: AuditEntry['action'][] = ['write_to_account', 'erase', 'mark_handle'];
  const counts = await Promise.all([
    undoable().groupBy('action').select('action', db.raw('count(*)::int as undoable, 0 as lasting')),
    theirs()
      .whereIn('action', lasting)
      .groupBy('action')
      .select('action', db.raw('0 as undoable, count(*)::int as lasting')),
  ]);
  const entries: EntryRow[] = await undoable().orderBy('id', 'desc').limit(UNDO_MAX);
  const { restored, notRestored } = dryRun
    ? { restored: [], notRestored: [] }
    : await undoEntries(db, entries, { operationId: randomUUID(), ...by });
  const [left] = await undoable().count({ count: '*' });
  return {
    counts: counts.flat().sort((one, other) => other.undoable - one.undoable),
    entries: entries.slice(0, SHOWN).map(({ id, at, action, subject_id: subjectId, username }) => ({
      id,
      at: at.toISOString(),
      action,
      subjectId,
      username,
    })),
    undone: restored.length,
    notUndone: notRestored.slice(0, SHOWN),
    left: Number(left?.count ?? 0),
  };
}

const SHOWN = 100;

/** Deletions first, because they came after all else that happened to their rows; then the others row by row, newest first. */
async function undoEntries(db: Knex, entries: readonly EntryRow[], undo: Undo): Promise<Restored> {
  const deletions = entries.filter(({ action }) => action === 'delete').map(({ id }) => id);
  const answer: Restored =
    deletions.length === 0
      ? { restored: [], notRestored: [] }
      : await retryOnConflict(() => db.transaction((trx) => restoreDeletions(trx, deletions, undo)));
  const others = entries.filter(({ action }) => action !== 'delete');
  for (const ofRow of Map.groupBy(others, ({ subject, subject_id }) => `${subject} ${subject_id}`).values()) {
    const [{ subject_id: subjectId, username }] = ofRow as [EntryRow];
    try {
      const left = await retryOnConflict(() => db.transaction((trx) => undoAll(trx, ofRow, undo)));
      answer.restored.push(...ofRow.filter(({ id }) => !left.has(id)).map(() => subjectId));
      for (const message of left.values()) answer.notRestored.push({ subjectId, username, message });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      answer.notRestored.push({ subjectId, username, message: error.message });
    }
  }
  return answer;
}

/** Undoes the entries of one row; returns the reasons for those that could not be undone, by entry id. */
async function undoAll(
  trx: Knex.Transaction,
  ofRow: readonly EntryRow[],
  undo: Undo,
): Promise<Map<number, string>> {
  const ids = ofRow.map(({ id }) => id);
  const entries: EntryRow[] = await trx('audit_log')
    .whereIn('id', ids)
    .whereNull('restored_at')
    .orderBy('id', 'desc')
    .forUpdate();
  const left = await undoOfRow(trx, entries, undo);
  const undone = entries.filter(({ id }) => !left.has(id));
  await markRestored(
    trx,
    undone.map(({ id }) => id),
  );
  if (undone.length > 0)
    await trx('audit_log').insert(
      undone.map(({ action, subject, subject_id, username, who }) => ({
        operation_id: undo.operationId,
        who: undo.who,
        action: 'undo',
        subject,
        subject_id,
        username,
        details: JSON.stringify({ undone: action, of: who }),
      })),
    );
  return left;
}
