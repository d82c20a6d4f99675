/** The longest page of a list, and how much of it is answered where no limit is asked for. */
export const REPORT_PAGE_MAX = 1000;
/** The most that a search answers. */
export const SEARCH_RESULTS_MAX = 100;
