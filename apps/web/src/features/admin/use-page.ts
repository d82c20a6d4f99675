import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

export const ROWS_PER_PAGE = 25;

export type RowsAndTotal<Row> = { rows: Row[]; total: number };

type PageOptions<Row> = {
  /** Cache key of the page, with all its parameters. */
  queryKey: readonly unknown[];
  /** 1-based. */
  page: number;
  load: (slice: { limit: number; offset: number }, signal: AbortSignal) => Promise<RowsAndTotal<Row>>;
  /** Called with the last page when the requested one does not exist. */
  onBeyondEnd: (lastPage: number) => void;
};

/** One page of a long list; keeps the previous page visible while the next one loads. */
export function usePage<Row>({ queryKey, page, load, onBeyondEnd }: PageOptions<Row>) {
  const query = useQuery({
    queryKey: [...queryKey, page],
    queryFn: async ({ signal }) => {
      const slice = { limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE };
      return { ...(await load(slice, signal)), page };
    },
    placeholderData: keepPreviousData,
    // Other admins make changes too, so a reopened list refetches.
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
    /** The page of the visible rows; the previous one while the next one loads. */
    shownPage: data?.page ?? page,
    lastPage,
    isLoading: query.isPending || (query.isError && query.isFetching),
    isMoving: isPlaceholderData,
    error: query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
  };
}

export type Page<Row> = ReturnType<typeof usePage<Row>>;

/** The rows of a response and the total from its header. */
export function rowsAndTotal<Row>({ body, headers }: { body: Row[]; headers: Headers }): RowsAndTotal<Row> {
  return { rows: body, total: Number(headers.get('x-total-count') ?? body.length) };
}
