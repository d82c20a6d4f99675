import { terms } from '@naughty-list/reports/bench/million-reports';
import type { Sized } from './sizes.ts';

/** The calls made to services with few and with many rows. */
export type Question = { name: string; of: (sized: Sized) => string; path: string };

const reports = ({ reportsUrl }: Sized) => reportsUrl;
const analytics = ({ analyticsUrl }: Sized) => analyticsUrl;
const search = (term: string) => `/api/scammer-reports/search?q=${term}`;

export const questions: readonly Question[] = [
  { name: 'list, first page', of: reports, path: '/api/scammer-reports?limit=1000&offset=0' },
  { name: 'search, selective', of: reports, path: search(terms.one) },
  { name: 'search, unselective', of: reports, path: search(terms.half) },
  { name: 'search, 3 letters', of: reports, path: search('rug') },
  { name: 'search, 1 letter', of: reports, path: search('s') },
  { name: 'hit counter', of: analytics, path: '/api/hit-counter' },
  { name: 'total visits', of: analytics, path: '/api/admin/analytics/total' },
  { name: 'daily numbers, 30 days', of: analytics, path: '/api/admin/analytics/daily?days=30' },
  { name: 'weekly numbers, 12 weeks', of: analytics, path: '/api/admin/analytics/weekly?weeks=12' },
];
