import type { AuditEntry, AuditLogQuery } from '@naughty-list/contracts/audit-log';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { countOperations, type EntryRow } from '../../record/audit-entries.ts';
import { toSearchTerm } from '../../register/lists/search-term.ts';
import { allOf, type Condition, containing, inUsername, selectNewest } from '../moderation/matching.ts';
import { toEntry } from './entry.ts';

/** For the type checker only: the log is append-only, so the operation of every entry is found. */
const NONE = { size: 1, restorable: 0 };

const newest = { table: 'audit_log', order: ['id'] } as const;

/** A page of the audit log, newest first, with the total number of matches. */
export async function findEntries(
  db: Knex,
  { q, action, subject, limit, offset }: z.output<typeof AuditLogQuery>,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const term = toSearchTerm(q);
  const texts = term !== '';
  const where = allOf(
    [texts ? [named(term)] : [], equals('action', action), equals('subject', subject)].flat(),
  );
  const { rows, total } = await selectNewest<EntryRow>(db, newest, where, { limit, offset, texts });
  const operations = await countOperations(
    db,
    rows.map((row) => row.operation_id),
  );
  const entries = rows.map((row) => toEntry(row, operations.get(row.operation_id) ?? NONE));
  return { entries, total };
}

/** Entries whose admin or username contains the term. */
function named(term: string): Condition {
  const who = containing('who', term);
  const username = inUsername(term);
  return {
    sql: `(who = any(array(select distinct who from audit_log where ${who.sql})) or ${username.sql})`,
    values: [...who.values, ...username.values],
  };
}

function equals(column: 'action' | 'subject', value: string | undefined): Condition[] {
  return value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }];
}
