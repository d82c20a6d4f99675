import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

export const ROWS_PER_PAGE = 25;

export type RowsAndTotal<Row> = { rows: Row[]; total: number };

type PageOptions<Row> = {
  /** Names the page in the cache, with everything that it depends on. */
  queryKey: readonly unknown[];
  /** From 1. */
  page: number;
  load: (slice: { limit: number; offset: number }, signal: AbortSignal) => Promise<RowsAndTotal<Row>>;
  /** The page does not exist (any more): called with the last one that does. */
  onBeyondEnd: (lastPage: number) => void;
};

/** One page of a long list. The page before stays to be seen while the next one is on its way. */
export function usePage<Row>({ queryKey, page, load, onBeyondEnd }: PageOptions<Row>) {
  const query = useQuery({
    queryKey: [...queryKey, page],
    queryFn: async ({ signal }) => {
      const slice = { limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE };
      return { ...(await load(slice, signal)), page };
    },
    placeholderData: keepPreviousData,
    // Others moderate, too: what is opened again is asked for again.
    staleTime: 0,
  });
  const { data, isPlaceholderData } = query;
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / ROWS_PER_PAGE));
  const isBeyondEnd = data !== undefined && !isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isBeyondEnd) onBeyondEnd(lastPage);
  }, [isBeyondEnd, lastPage, onBeyondEnd]);
  return {
    rows: data?.rows ?? [],
    total: data?.total ?? 0,
    page,
    /** Whose rows these are: still the page before, while the next one is on its way. */
    shownPage: data?.page ?? page,
    lastPage,
    isLoading: query.isPending || (query.isError && query.isFetching),
    isMoving: isPlaceholderData,
    error: query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
  };
}

export type Page<Row> = ReturnType<typeof usePage<Row>>;

/** The rows of an answer, and how many there are in all, which travels in a header. */
export function rowsAndTotal<Row>({ body, headers }: { body: Row[]; headers: Headers }): RowsAndTotal<Row> {
  return { rows: body, total: Number(headers.get('x-total-count') ?? body.length) };
}
