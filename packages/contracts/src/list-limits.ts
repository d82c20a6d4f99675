/** The maximum page size of a list, and the default. */
export const REPORT_PAGE_MAX = 1000;
/** The maximum number of search results. */
export const SEARCH_RESULTS_MAX = 100;
