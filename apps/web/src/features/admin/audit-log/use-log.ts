import { useCallback } from 'react';
import { type Address, pageOf, useAddress } from '../use-address.ts';
import { type RowsAndTotal, usePage } from '../use-page.ts';

type Asked = { q: string; limit: number; offset: number };

type LogOptions<Row> = {
  /** Cache key of the log. */
  name: string;
  /** Filters from the URL, besides the search; undefined means no filter. */
  filters: Record<string, string | undefined>;
  load: (asked: Asked, signal: AbortSignal) => Promise<RowsAndTotal<Row>>;
};

const pageInAddress = (page: number): Address => ({ page: page === 1 ? undefined : String(page) });

/** A paginated log, filtered by the URL. */
export function useLog<Row>({ name, filters, load }: LogOptions<Row>) {
  const [address, change] = useAddress();
  const q = (address.q ?? '').trim().slice(0, 200);
  const page = usePage({
    queryKey: ['admin', name, q, filters],
    page: pageOf(address.page),
    load: (slice, signal) => load({ q, ...slice }, signal),
    onBeyondEnd: useCallback((last: number) => void change(pageInAddress(last), { replace: true }), [change]),
  });
  const names = Object.keys(filters);
  const narrow = (changes: Address) => void change({ ...changes, page: undefined });
  return {
    q,
    page,
    isFiltered: q !== '' || Object.values(filters).some((value) => value !== undefined),
    /** Changes the filters and returns to the first page. */
    narrow,
    showAll: () => narrow({ q: undefined, ...Object.fromEntries(names.map((each) => [each, undefined])) }),
    goTo: (next: number) => change(pageInAddress(next)),
  };
}

export type Log<Row> = ReturnType<typeof useLog<Row>>;
