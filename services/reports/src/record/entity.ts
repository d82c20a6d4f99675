import type { AuditEntry } from '@naughty-list/contracts/audit-log';
import type { ScamCategory } from '@naughty-list/contracts/report-input';
import type { Knex } from 'knex';

/** The filter of an admin list. */
export type ListFilter = {
  state: 'listed' | 'removed' | 'held' | 'all';
  category?: ScamCategory | undefined;
};

/** A kind of report that admins moderate: its table and its view. */
export type Entity<Row extends { id: number; username: string }, View> = {
  readonly name: AuditEntry['subject'];
  readonly table: 'scammer_reports' | 'nice_reports';
  /** The condition of a row that is not deleted. */
  readonly present: 'deleted_at is null' | 'true';
  /** The conditions of a row that is public, and of one that is not. */
  readonly public: 'not is_removed' | 'held_at is null';
  readonly hidden: 'is_removed' | 'held_at is not null';
  /**
   * The conditions of each state. Literal: PostgreSQL uses a partial index only when the query contains its condition.
   */
  readonly states: Record<ListFilter['state'], readonly string[]>;
  /** SQL that deletes the rows `:ids` and returns the ids of those that were present. */
  readonly deletion: string;
  readonly toView: (row: Row) => View;
  /** Why a held row stays held with this new text; undefined when it is not held. */
  readonly holdReasonFor?: (row: Row, description: string) => string | undefined;
  /** Adjusts a row's traces to a change of its text. */
  readonly retrace?: (
    trx: Knex,
    row: { id: number; username: string },
    text: { before: string; after: string },
  ) => Promise<void>;
  /** Throws an ApiError when a row must not have the post that its link leads to. */
  readonly refusePost?: (trx: Knex, id: number) => Promise<void>;
};

/** The parts of an entity that deletions need. */
export type Deletable = Pick<Entity<never, unknown>, 'name' | 'table' | 'public' | 'deletion'>;

/** A row as stored in the audit log: JSON by column name, without columns added later. */
export type Stored = Record<string, unknown>;

const times = [
  'reported_at',
  'tweet_date',
  'profile_image_refreshed_at',
  'erased_at',
  'held_at',
  'cleared_at',
  'handle_changed_at',
];

/** The admin view of a row from the audit log. */
export function viewStored<Row extends { id: number; username: string }, View>(
  { toView }: Entity<Row, View>,
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
