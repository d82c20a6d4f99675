import {
  type AdminNiceReport,
  type AdminReport,
  type BulkDeleted,
  deleteNiceReports,
  deleteReports,
  editNiceReport,
  editReport,
  listAdminNiceReports,
  listAdminReports,
  markNiceReportsRead,
  type Published,
  publishNiceReports,
  publishReports,
  type ReportEdit,
  refreshProfileImage,
} from '@naughty-list/contracts/admin-reports';
import { categoryChoices } from '../../../lib/category-label.ts';
import type { Filter, ListOptions } from '../list.tsx';
import { adminApi } from '../session/admin-api.ts';

/** A report of either list. Only nice reports have `isReviewed`; only scammer reports have the other optional fields. */
export type ReportListRow = Omit<AdminNiceReport, 'isReviewed'> &
  Partial<Pick<AdminNiceReport, 'isReviewed'> & Omit<AdminReport, keyof AdminNiceReport>>;

/** One of the two lists in the admin panel: its API calls and its texts. */
export type ReportList = ListOptions<ReportListRow> & {
  title: string;
  tone: 'cranberry' | 'pine';
  failures: { remove: string; edit: string };
  remove(ids: number[]): Promise<BulkDeleted>;
  /** What several do not take along. */
  staying?: string;
  /** What one takes along. */
  takenAlong?: string;
  /** Publishes held reports. */
  publish(ids: number[]): Promise<Published>;
  markRead?: (ids: number[]) => Promise<{ read: number[] }>;
  edit(id: number, changes: ReportEdit): Promise<unknown>;
  refreshImage?: (id: number) => Promise<{ username: string }>;
};

const reported: Filter = {
  name: 'reported',
  label: 'Reported',
  isWide: true,
  choices: [
    { value: '', label: 'Any time' },
    { value: '24h', label: 'Last 24 hours' },
    { value: '7d', label: 'Last 7 days' },
    { value: '30d', label: 'Last 30 days' },
  ],
};

const [all, listed, removed, held] = [
  { value: '', label: 'All' },
  { value: 'listed', label: 'Listed' },
  { value: 'removed', label: 'Removed' },
  { value: 'held', label: 'Held' },
];

const categories = categoryChoices.map(([value, label]) => ({ value, label }));
const emptyText = 'A clean page. New entries will appear here.';

export const niceReportList: ReportList = {
  name: 'nice-reports',
  title: 'Nice Reports',
  tone: 'pine',
  noun: { one: 'nice report', many: 'nice reports' },
  listName: 'reports',
  empty: { title: 'No nice reports yet', text: emptyText },
  filters: [reported, { name: 'state', label: 'State', choices: [all, listed, held] }],
  failures: { remove: 'Failed to delete nice report', edit: 'Failed to update nice report' },
  load: (query, options) => adminApi.callFull(listAdminNiceReports, { query }, options),
  remove: (ids) => adminApi.call(deleteNiceReports, { body: { ids } }),
  publish: (ids) => adminApi.call(publishNiceReports, { body: { ids } }),
  markRead: (ids) => adminApi.call(markNiceReportsRead, { body: { ids } }),
  edit: (id, body) => adminApi.call(editNiceReport, { params: { id }, body }),
};

export const scammerReportList: ReportList = {
  name: 'scammer-reports',
  title: 'Scammer Reports',
  tone: 'cranberry',
  noun: { one: 'report', many: 'reports' },
  listName: 'reports',
  empty: { title: 'No reports yet', text: emptyText },
  filters: [
    reported,
    { name: 'state', label: 'State', choices: [all, listed, removed, held] },
    { name: 'category', label: 'Category', choices: [all, ...categories] },
  ],
  failures: { remove: 'Could not delete the report', edit: 'Could not update the report' },
  load: (query, options) => adminApi.callFull(listAdminReports, { query }, options),
  remove: (ids) => adminApi.call(deleteReports, { body: { ids } }),
  staying: 'Cases with a decision, or with statements from other networks, stay: delete those one at a time.',
  takenAlong: 'Its case page goes too, with all its statements.',
  publish: (ids) => adminApi.call(publishReports, { body: { ids } }),
  edit: (id, body) => adminApi.call(editReport, { params: { id }, body }),
  refreshImage: (id) => adminApi.call(refreshProfileImage, { params: { id } }),
};
