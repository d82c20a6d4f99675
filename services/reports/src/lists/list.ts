/** A public list: its table, what of it is listed, and how a row is shown. The names are the migrations'. */
export type List<Row, View> = {
  readonly table: 'scammer_reports' | 'nice_reports';
  /** One row: the list's version, and how many are listed. */
  readonly stateTable: 'list_state' | 'nice_list_state';
  /** The condition of a listed row. */
  readonly listed: 'not is_removed' | 'true';
  /** The database's function that finds the ids of a search, best match first. */
  readonly searchFunction: 'search_report_ids' | 'search_nice_report_ids';
  readonly toView: (row: Row) => View;
};

/** How a list stands: `version` grows with every change of any row, `listed` counts those that are listed. */
export type ListState = { epoch: string; version: string; listed: number };
