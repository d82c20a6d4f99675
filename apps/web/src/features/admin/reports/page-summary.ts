import { formatWhole } from '@naughty-list/contracts/whole-number';
import { type Page, ROWS_PER_PAGE } from '../use-page.ts';
import { counted, type ReportList } from './report-list.ts';

/** `Showing 26 to 50 of 1,234 reports, newest first`; empty until the total is known. */
export function pageSummary(
  {
    rows,
    total,
    shownPage,
    error,
    isLoading,
  }: Pick<Page<unknown>, 'rows' | 'total' | 'shownPage' | 'error' | 'isLoading'>,
  noun: ReportList['noun'],
): string {
  if (isLoading || error || rows.length === 0) return '';
  const first = (shownPage - 1) * ROWS_PER_PAGE + 1;
  const last = first + rows.length - 1;
  const shown = `${formatWhole(first)} to ${formatWhole(last)}`;
  return `Showing ${shown} of ${counted(total, noun)}, newest first`;
}
