import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { useNow } from './time.ts';

const ELEMENT_ID = 'page-data';
/** Query key of the time at which the server rendered the page. */
export const RENDERED_AT = ['rendered-at'];

/** The data from which the server rendered a page; hydration starts with the same. */
export type PageData = {
  /** Path and query of the page. Empty for a page that is the same for several URLs: `readPageData` then appends the path to each query key. */
  url: string;
  /** In milliseconds since 1970. */
  renderedAt: number;
  /** Responses by query. */
  queries: readonly (readonly [QueryKey, unknown])[];
};

/** A data block, which the Content-Security-Policy allows; `json` must not contain `<`. */
export const pageDataHtml = (json: string): string =>
  `<script type="application/json" id="${ELEMENT_ID}">${json}</script>`;

export function readPageData(): PageData | undefined {
  const json = document.getElementById(ELEMENT_ID)?.textContent;
  if (!json) return undefined;
  const data: PageData = JSON.parse(json);
  if (data.url !== '') return data;
  const { pathname, search } = window.location;
  const queries = data.queries.map(([key, value]) => [[...key, pathname.toLowerCase()], value] as const);
  return { ...data, url: pathname + search, queries };
}

export function fillQueries(queryClient: QueryClient, { renderedAt, queries }: PageData): void {
  for (const [key, data] of [[RENDERED_AT, renderedAt] as const, ...queries])
    queryClient.setQueryData(key, data);
}

/** The current time, updated every minute; while hydrating, the time at which the server rendered the page. */
export function useRenderedNow(): Date {
  const now = useNow();
  const renderedAt = useQueryClient().getQueryData<number>(RENDERED_AT);
  return useHydrated() || renderedAt === undefined ? now : new Date(renderedAt);
}
