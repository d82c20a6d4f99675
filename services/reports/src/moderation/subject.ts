import type { AuditEntry } from '@naughty-list/contracts/audit-log';
import type { ScamCategory } from '@naughty-list/contracts/report-input';
import type { Knex } from 'knex';

/** What an admin's list is narrowed to. */
export type ListFilter = {
  state: 'listed' | 'removed' | 'held' | 'all';
  category?: ScamCategory | undefined;
};

export const everything: ListFilter = { state: 'all' };

/** A kind of report that admins look after: its table, and how they see a row of it. */
export type Subject<Row extends { id: number; username: string }, View> = {
  readonly name: AuditEntry['subject'];
  readonly table: 'scammer_reports' | 'nice_reports';
  /** Every column that a row is written back with; the others are made by the database. */
  readonly columns: readonly (keyof Row & string)[];
  readonly toView: (row: Row) => View;
  /** How many rows there are, known without counting them. */
  readonly countAll: (db: Knex, filter: ListFilter) => Promise<number>;
};

/** A row as the audit log keeps it: JSON by the names of the columns, without those that came later. */
export type Stored = Record<string, unknown>;

const times = ['reported_at', 'tweet_date', 'profile_image_refreshed_at', 'erased_at', 'held_at'];

/** How admins see a row that the audit log keeps. */
export function viewStored<Row extends { id: number; username: string }, View>(
  { toView }: Subject<Row, View>,
  stored: Stored,
): View {
  const row = Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [
      name,
      times.includes(name) && typeof value === 'string' ? new Date(value) : value,
    ]),
  );
  return toView(row as Row);
}
