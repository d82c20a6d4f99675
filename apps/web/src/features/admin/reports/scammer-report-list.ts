import {
  deleteReport,
  deleteReports,
  editReport,
  listAdminReports,
  OPERATION_ID_HEADER,
  publishReports,
  refreshProfileImage,
} from '@naughty-list/contracts/admin-reports';
import { adminApi } from '../session/admin-api.ts';
import { rowsAndTotal } from '../use-page.ts';
import { listStates, type ReportList } from './report-list.ts';

export const scammerReportList: ReportList = {
  subject: 'scammer_report',
  title: 'Scammer Reports',
  tone: 'cranberry',
  noun: { one: 'report', many: 'reports' },
  hasCategories: true,
  states: listStates,
  publicKey: 'scammer-reports',
  failures: { remove: 'Could not delete the report', edit: 'Could not update the report' },
  fetchPage: async (query, signal) =>
    rowsAndTotal(await adminApi.callFull(listAdminReports, { query }, { signal })),
  remove: async (id) => {
    const { headers } = await adminApi.callFull(deleteReport, { params: { id } });
    return headers.get(OPERATION_ID_HEADER) ?? '';
  },
  removeMany: (ids) => adminApi.call(deleteReports, { body: { ids } }),
  publish: (ids) => adminApi.call(publishReports, { body: { ids } }),
  edit: (id, body) => adminApi.call(editReport, { params: { id }, body }),
  refreshImage: (id) => adminApi.call(refreshProfileImage, { params: { id } }),
};
