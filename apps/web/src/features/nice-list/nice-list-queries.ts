import { listNiceReports, searchNiceReports } from 'virtual:endpoints/nice-reports';
import { api } from '../../lib/api.ts';
import { createListQueries } from '../../lib/list-queries.ts';

export const niceListQueries = createListQueries({
  key: 'nice-reports',
  list: (query, signal) => api.callFull(listNiceReports, { query }, { signal }),
  search: (q, signal) => api.call(searchNiceReports, { query: { q } }, { signal }),
});
