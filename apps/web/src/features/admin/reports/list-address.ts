import { reportedWithin } from '@naughty-list/contracts/admin-reports';
import { type ScamCategory, scamCategories } from '@naughty-list/contracts/report-input';
import { type Address, oneOf, pageOf } from '../use-address.ts';
import { type ListFilter, listStates } from './desk.ts';

/** What the address asks for; what it does not say, or says wrongly, is everything, from the start. */
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

/** How a filter stands in the address: from the first page, without what is the default anyway. */
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

/** `pump_dump` is `Pump and dump`. */
export function categoryLabel(category: ScamCategory): string {
  if (category === 'nft') return 'NFT';
  if (category === 'defi') return 'DeFi';
  const words = category.replaceAll('_', ' and ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
