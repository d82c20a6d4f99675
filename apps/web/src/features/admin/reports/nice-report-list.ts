import {
  deleteNiceReport,
  deleteNiceReports,
  editNiceReport,
  listAdminNiceReports,
  markNiceReportsRead,
  OPERATION_ID_HEADER,
  publishNiceReports,
} from '@naughty-list/contracts/admin-reports';
import { adminApi } from '../session/admin-api.ts';
import { rowsAndTotal } from '../use-page.ts';
import type { ReportList } from './report-list.ts';

export const niceReportList: ReportList = {
  subject: 'nice_report',
  title: 'Nice Reports',
  tone: 'pine',
  noun: { one: 'nice report', many: 'nice reports' },
  hasCategories: false,
  states: ['all', 'listed', 'held'],
  publicKey: 'nice-reports',
  failures: { remove: 'Failed to delete nice report', edit: 'Failed to update nice report' },
  fetchPage: async ({ category: _, ...query }, signal) =>
    rowsAndTotal(await adminApi.callFull(listAdminNiceReports, { query }, { signal })),
  remove: async (id) => {
    const { headers } = await adminApi.callFull(deleteNiceReport, { params: { id } });
    return headers.get(OPERATION_ID_HEADER) ?? '';
  },
  removeMany: (ids) => adminApi.call(deleteNiceReports, { body: { ids } }),
  publish: (ids) => adminApi.call(publishNiceReports, { body: { ids } }),
  markRead: (ids) => adminApi.call(markNiceReportsRead, { body: { ids } }),
  edit: (id, body) => adminApi.call(editNiceReport, { params: { id }, body }),
};
