/** Where pages report visits. In its own file: pages need the path at load time, without the schemas. */
export const REPORT_VISIT_PATH = '/api/visits';
