import { reportedWithin } from '@naughty-list/contracts/admin-reports';
import { scamCategories } from '@naughty-list/contracts/report-input';
import { type Address, oneOf, pageOf } from '../use-address.ts';
import { type ListFilter, listStates } from './report-list.ts';

/** Parses the filters of the URL; missing or invalid values become defaults. */
export function readListAddress({ q, reported, state, category, page }: Address): {
  filter: ListFilter;
  page: number;
} {
  return {
    filter: {
      q: (q ?? '').trim().slice(0, 200),
      reported: oneOf(reportedWithin, reported),
      state: oneOf(listStates, state) ?? 'all',
      category: oneOf(scamCategories, category),
    },
    page: pageOf(page),
  };
}

/** Writes a filter to the URL: resets the page and omits defaults. */
export function writeFilter({ q, reported, state, category }: ListFilter): Address {
  return {
    q: q || undefined,
    reported,
    state: state === 'all' ? undefined : state,
    category,
    page: undefined,
  };
}

export const writePage = (page: number): Address => ({ page: page === 1 ? undefined : String(page) });
