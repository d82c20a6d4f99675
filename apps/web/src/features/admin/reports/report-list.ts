import type {
  AdminNiceReport,
  AdminReport,
  BulkDeleted,
  Published,
  ReportEdit,
  ReportedWithin,
} from '@naughty-list/contracts/admin-reports';
import type { ScamCategory } from '@naughty-list/contracts/report-input';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import type { RowsAndTotal } from '../use-page.ts';

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
