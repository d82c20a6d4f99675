import type {
  AdminReport,
  BulkDeleted,
  Published,
  ReportEdit,
  ReportedWithin,
} from '@naughty-list/contracts/admin-reports';
import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import type { ScamCategory } from '@naughty-list/contracts/report-input';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import type { RowsAndTotal } from '../use-page.ts';

export const listStates = ['all', 'listed', 'removed', 'held'] as const;

/** What of a list is asked for. */
export type ListFilter = {
  q: string;
  /** How far back; undefined is to the first report. */
  reported: ReportedWithin | undefined;
  state: (typeof listStates)[number];
  category: ScamCategory | undefined;
};

/** A report of either list: a praise has none of what only a scammer report has. */
export type DeskRow = NiceReport &
  Partial<
    Pick<
      AdminReport,
      'scamCategory' | 'isRemoved' | 'held' | 'removalTxHash' | 'burnTransactionHash' | 'profileImageVersion'
    >
  >;

type Slice = { limit: number; offset: number };

/** One of the two lists as an admin works on it: its calls, and the words for it. */
export type Desk = {
  subject: 'scammer_report' | 'nice_report';
  title: string;
  tone: 'cranberry' | 'pine';
  noun: { one: string; many: string };
  /** Whether rows have a category and may have been removed by a burn. */
  hasStates: boolean;
  /** Names the same list in the cache of the public pages. */
  publicKey: string;
  failures: { remove: string; edit: string };
  list(filter: ListFilter & Slice, signal: AbortSignal): Promise<RowsAndTotal<DeskRow>>;
  /** Answers the operation that an undo names. */
  remove(id: number): Promise<string>;
  removeMany(ids: number[]): Promise<BulkDeleted>;
  /** Lists reports that are held; absent where none ever are. */
  publish?: (ids: number[]) => Promise<Published>;
  edit(id: number, changes: ReportEdit): Promise<DeskRow>;
  refreshImage?: (id: number) => Promise<{ username: string }>;
};

/** `1 report`, `1,000 reports`. */
export function counted(count: number, { one, many }: Desk['noun']): string {
  return `${formatWhole(count)} ${count === 1 ? one : many}`;
}
