import type { LookUp } from '@naughty-list/contracts/look-up';
import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import type { Report } from '@naughty-list/contracts/reports';
import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { App } from '../app.tsx';
import { niceListHead } from '../features/nice-list/nice-head.ts';
import { niceListQueries } from '../features/nice-list/nice-list-queries.ts';
import { lookUpQuery } from '../lib/look-up.ts';
import { fillQueries, type PageData, pageDataHtml } from '../lib/page-data.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { naughtyListQueries } from '../lib/reports.ts';
import { createAppRouter } from '../router.ts';
import { escapeJson, ORIGIN } from './escape-html.ts';
import {
  answerHeadHtml,
  notFoundHeadHtml,
  pageHeadHtml,
  searchHeadHtml,
  shellHeadHtml,
} from './head-html.ts';
import { homeHead, publicPages } from './public-pages.ts';
import { sitemap } from './sitemap.ts';

/** A prerendered page: `file` in the build, content of the head and of the root element. */
export type WrittenPage = { file: string; path: string | undefined; head: string; body: string };

/** What a list's page shows, read by the gateway. */
type Listed = {
  /** Path and query of the page. */
  url: string;
  renderedAt: number;
  /** The site's, or empty: addresses then stay relative. */
  origin: string;
  newest: readonly (Report | NiceReport)[];
  total: number;
  found?: { term: string; items: readonly (Report | NiceReport)[]; lookUp: LookUp };
};

/** Fills a list's page, prerendered with placeholders, with the list or what a search found. */
export async function renderListPage(
  template: string,
  { url, renderedAt, origin, newest, total, found }: Listed,
): Promise<string> {
  const path = url.split('?', 1)[0] ?? url;
  const queries = path === niceListHead.path ? niceListQueries : naughtyListQueries;
  const page = { items: newest, offset: 0, total, isSaved: false };
  const data: PageData = {
    url,
    renderedAt,
    queries: [
      [queries.all.queryKey, { pages: [page], pageParams: [0] }],
      ...(found
        ? ([
            [queries.search(found.term).queryKey, found.items],
            [lookUpQuery(found.term).queryKey, found.lookUp],
          ] as const)
        : []),
    ],
  };
  const queryClient = createQueryClient();
  fillQueries(queryClient, data);
  const body = await renderBody(url, queryClient);
  const head = headHtml(path, found?.lookUp).replaceAll(ORIGIN, () => origin);
  return template
    .replace('<!--page-head-->', () => head)
    .replace('<!--page-body-->', () => body)
    .replace('<!--page-data-->', () => pageDataHtml(escapeJson(data)));
}

function headHtml(path: string, lookUp: LookUp | undefined): string {
  const head = path === niceListHead.path ? niceListHead : homeHead;
  return lookUp ? answerHeadHtml(head, lookUp) : pageHeadHtml(head);
}

/** Renders all public pages, the shells of the client-rendered ones, and the sitemap. */
export async function renderSite(): Promise<{ pages: WrittenPage[]; sitemap: string }> {
  return { pages: await renderPages(), sitemap: sitemap() };
}

async function renderPages(): Promise<WrittenPage[]> {
  const pages = await Promise.all(
    publicPages.map(async ({ head }) => ({
      file: head.path === '/' ? 'index.html' : `${head.path.slice(1)}.html`,
      path: head.path,
      head: pageHeadHtml(head),
      body: await renderBody(head.path),
    })),
  );
  const notFound = {
    file: '404.html',
    path: undefined,
    head: notFoundHeadHtml(),
    body: await renderBody('/404'),
  };
  const empty = { path: undefined, body: '' };
  return [
    ...pages,
    notFound,
    { ...empty, file: 'search.html', head: searchHeadHtml() },
    { ...empty, file: 'shell.html', head: shellHeadHtml() },
  ];
}

async function renderBody(path: string, queryClient: QueryClient = createQueryClient()): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const failures: unknown[] = [];
  const { prelude } = await prerender(<App router={router} queryClient={queryClient} />, {
    onError: (error) => {
      failures.push(error);
    },
    // Streaming in chunks would need inline scripts, which the policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const body = await new Response(prelude).text();
  if (failures.length > 0)
    throw new Error(`${path} could not be written: ${failures.join('; ')}`, { cause: failures[0] });
  return body;
}
