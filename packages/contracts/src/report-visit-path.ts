/** Where pages report visits. A file of its own: pages need the path from the start, and nothing of the schemas. */
export const REPORT_VISIT_PATH = '/api/visits';
