/** A public list: its table, what of it is listed, and how a row is shown. The names are the migrations'. */
export type List<Shown, View> = {
  readonly table: 'scammer_reports' | 'nice_reports';
  /** One row: the list's version, and how many are listed. */
  readonly stateTable: 'list_state' | 'nice_list_state';
  /** The condition of a listed row. */
  readonly listed: 'not is_removed' | 'true';
  /** The database's function that finds the ids of a search, best match first. */
  readonly searchFunction: 'search_report_ids' | 'search_nice_report_ids';
  /** Columns, named like the fields of the view and in their order: most of a row needs nothing more. */
  readonly shown: string;
  readonly toView: (row: Shown) => View;
};

/** How a list stands: `version` changes with every row, and with who is on the other list too; `listed` counts those that are listed. */
export type ListState = { epoch: string; version: string; listed: number };

/** A time as JSON has it, in UTC, as `Date` writes it. */
export const timeInJson = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
