/** A public list: its table, the condition of listed rows, and their view. Names match the migrations. */
export type List<Shown, View> = {
  readonly table: 'scammer_reports' | 'nice_reports';
  /** The condition of a listed row. */
  readonly listed: 'not is_removed' | 'held_at is null';
  /** The database function that finds the ids of a search, best match first. */
  readonly searchFunction: 'search_report_ids' | 'search_nice_report_ids';
  /** Columns named like the view's fields, in the same order, so that most of a row needs no mapping. */
  readonly shown: string;
  readonly toView: (row: Shown) => View;
};

/** A timestamp in JSON, in UTC, in the format of `Date`. */
export const timeInJson = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
