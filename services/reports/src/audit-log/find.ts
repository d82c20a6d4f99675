import type { AuditEntry, AuditLogQuery } from '@naughty-list/contracts/audit-log';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { allOf, type Condition, countMatching, selectMatching } from '../lists/matching.ts';
import { toSearchTerm } from '../lists/search-term.ts';
import { holding, inUsername } from '../lists/text-condition.ts';
import { type EntryRow, toEntry } from './entry.ts';
import { countEntries, countOperations, findAdmins } from './repository.ts';

/** Fallback for the types: the log is append-only, so the operation of every entry is found. */
const NONE = { size: 1, restorable: 0 };

const newest = { table: 'audit_log', order: ['id'] } as const;

/** A page of the audit log, newest first, with the total number of matches. */
export async function findEntries(
  db: Knex,
  { q, action, subject, limit, offset }: z.output<typeof AuditLogQuery>,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const filters = [equals('action', action), equals('subject', subject)].flat();
  const term = toSearchTerm(q);
  const { total, where } =
    term === ''
      ? { total: await countEntries(db, allOf(filters)), where: allOf(filters) }
      : await named(db, term, filters);
  if (offset >= total) return { entries: [], total };
  const all = await countEntries(db, allOf([]));
  const rows = await selectMatching<EntryRow>(db, newest, where, {
    limit,
    offset,
    totals: { all, matching: total },
  });
  const operations = await countOperations(
    db,
    rows.map((row) => row.operation_id),
  );
  const entries = rows.map((row) => toEntry(row, operations.get(row.operation_id) ?? NONE));
  return { entries, total };
}

/** Entries whose admin or username contains the term. The few admins made all entries, so those are not counted. */
async function named(
  db: Knex,
  term: string,
  filters: Condition[],
): Promise<{ total: number; where: Condition }> {
  const admins = await findAdmins(db, holding('who', term));
  const byThem: Condition = { sql: 'who = any(?::text[])', values: [admins] };
  const username = inUsername(term);
  const byOthers: Condition = { sql: 'not who = any(?::text[])', values: [admins] };
  const [counted, others] = await Promise.all([
    countEntries(db, allOf([byThem, ...filters])),
    countMatching(db, newest, allOf([username, byOthers, ...filters])),
  ]);
  const either = {
    sql: `(${byThem.sql} or ${username.sql})`,
    values: [...byThem.values, ...username.values],
  };
  return { total: counted + others, where: allOf([either, ...filters]) };
}

function equals(column: 'action' | 'subject', value: string | undefined): Condition[] {
  return value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }];
}
