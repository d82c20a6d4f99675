import {
  type AdminNiceReport,
  type AdminReport,
  type BulkDeleted,
  deleteNiceReport,
  deleteNiceReports,
  deleteReport,
  deleteReports,
  editNiceReport,
  editReport,
  listAdminNiceReports,
  listAdminReports,
  markNiceReportsRead,
  OPERATION_ID_HEADER,
  type Published,
  publishNiceReports,
  publishReports,
  type ReportEdit,
  type ReportedWithin,
  refreshProfileImage,
} from '@naughty-list/contracts/admin-reports';
import type { ScamCategory } from '@naughty-list/contracts/report-input';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import { adminApi } from '../session/admin-api.ts';
import { type RowsAndTotal, rowsAndTotal } from '../use-page.ts';

export const listStates = ['all', 'listed', 'removed', 'held'] as const;

/** The filters of a list. */
export type ListFilter = {
  q: string;
  /** Maximum age; undefined for all reports. */
  reported: ReportedWithin | undefined;
  state: (typeof listStates)[number];
  category: ScamCategory | undefined;
};

/** A report of either list; the fields that only a scammer report has are optional. */
export type ReportListRow = Omit<AdminNiceReport, 'isReviewed'> &
  Partial<Pick<AdminNiceReport, 'isReviewed'>> &
  Partial<
    Pick<
      AdminReport,
      | 'scamCategory'
      | 'isRemoved'
      | 'held'
      | 'holdReason'
      | 'removalTxHash'
      | 'burnTransactionHash'
      | 'profileImageVersion'
    >
  >;

type Slice = { limit: number; offset: number };

/** One of the two lists in the admin panel: its API calls and its texts. */
export type ReportList = {
  subject: 'scammer_report' | 'nice_report';
  title: string;
  tone: 'cranberry' | 'pine';
  noun: { one: string; many: string };
  hasCategories: boolean;
  /** The states that its rows can have. */
  states: readonly ListFilter['state'][];
  /** Cache key of the same list on the public pages. */
  publicKey: string;
  failures: { remove: string; edit: string };
  fetchPage(filter: ListFilter & Slice, signal: AbortSignal): Promise<RowsAndTotal<ReportListRow>>;
  /** Returns the operation id for the undo. */
  remove(id: number): Promise<string>;
  removeMany(ids: number[]): Promise<BulkDeleted>;
  /** Publishes held reports. */
  publish(ids: number[]): Promise<Published>;
  /** Only praise is marked as read. */
  markRead?: (ids: number[]) => Promise<{ read: number[] }>;
  edit(id: number, changes: ReportEdit): Promise<ReportListRow>;
  refreshImage?: (id: number) => Promise<{ username: string }>;
};

/** `1 report`, `1,000 reports`. */
export function counted(count: number, { one, many }: ReportList['noun']): string {
  return `${formatWhole(count)} ${count === 1 ? one : many}`;
}

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
