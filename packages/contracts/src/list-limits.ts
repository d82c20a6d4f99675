/** The maximum page size of a list, and the default. */
export const REPORT_PAGE_MAX = 1000;
/** Skipping more takes longer than reading a page; `before` costs the same at any depth. */
export const REPORT_OFFSET_MAX = 10_000;
/** The maximum number of search results. */
export const SEARCH_RESULTS_MAX = 100;
