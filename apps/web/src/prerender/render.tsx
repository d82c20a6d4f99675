import type { LookUp } from '@naughty-list/contracts/look-up';
import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import type { Report } from '@naughty-list/contracts/reports';
import { tracePath } from '@naughty-list/contracts/trace-texts';
import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { App } from '../app.tsx';
import { appealHead } from '../features/appeal/appeal-page.tsx';
import { burnedHead, caseHead, noCaseHead, unavailableCaseHead } from '../features/case/case-head.ts';
import { niceListHead } from '../features/nice-list/nice-hero.tsx';
import { niceListQueries } from '../features/nice-list/nice-list.tsx';
import { receiptHead } from '../features/receipt/receipt-page.tsx';
import { noTraceHead, traceHead, unavailableTraceHead } from '../features/trace/trace-page.tsx';
import { CASE_KEY, type CaseAnswer, casePath, caseQuery } from '../lib/case-query.ts';
import { naughtyListQueries } from '../lib/list-queries.ts';
import { lookUpQuery } from '../lib/look-up.ts';
import { fillQueries, type PageData, pageDataHtml } from '../lib/page-data.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { TRACE_KEY, type TraceAnswer, traceQuery } from '../lib/trace-query.ts';
import { createAppRouter } from '../router.ts';
import {
  answerHeadHtml,
  escapeHtml,
  escapeJson,
  ORIGIN,
  pageHeadHtml,
  SITE_NAME,
  unlistedHeadHtml,
} from './head-html.ts';
import { homeHead, publicPages } from './public-pages.ts';

export { caseCardSvg } from './case-card.ts';

const CASE_ROUTE = '/case/$username';
const TRACE_ROUTE = '/trace/$kind/$value';
const RECEIPT_ROUTE = '/receipt/$signature';

/** Stand for every name and trace in pages that contain none. */
const ANY_NAME = 'a_name';
const ANY_TRACE = { kind: 'domain', value: 'a' } as const;

/** A prerendered page: file name in the build, path or route, HTML of head and root element, and the `noscript` note. */
export type PrerenderedPage = {
  file: string;
  path: string | undefined;
  head: string;
  body: string;
  withoutScripts?: string | undefined;
};

/** The contents of a list page, which the gateway passes. */
type ListPage = {
  /** Path and query of the page. */
  url: string;
  renderedAt: number;
  /** The site's origin; if empty, URLs stay relative. */
  origin: string;
  newest: readonly (Report | NiceReport)[];
  total: number;
  found?: { term: string; items: readonly (Report | NiceReport)[]; lookUp: LookUp };
};

/** Fills the template of a list page with the newest entries or the results of a search. */
export async function renderListPage(
  template: string,
  { url, renderedAt, origin, newest, total, found }: ListPage,
): Promise<string> {
  const path = url.split('?', 1)[0] ?? url;
  const queries = path === niceListHead.path ? niceListQueries : naughtyListQueries;
  const page = { items: newest, loaded: 0, total, isStale: false };
  const answers: Query[] = [[queries.all.queryKey, { pages: [page], pageParams: [{ loaded: 0 }] }]];
  if (found) {
    answers.push([queries.search(found.term).queryKey, found.items]);
    answers.push([lookUpQuery(found.term).queryKey, found.lookUp]);
  }
  const pageHead = path === niceListHead.path ? niceListHead : homeHead;
  const head = found ? answerHeadHtml(pageHead, found.lookUp) : pageHeadHtml(pageHead);
  return fill(template, { head, origin, renderedAt, path: url, queries: answers });
}

/**
 * Fills the template of a case page. The pages of `none` and `burned` are the same for every name, and contain none:
 * `readPageData` completes their query key.
 */
export async function renderCasePage(
  template: string,
  { answer, origin, renderedAt }: { answer: CaseAnswer; origin: string; renderedAt: number },
): Promise<string> {
  const isCase = typeof answer === 'object';
  const username = isCase ? answer.username : ANY_NAME;
  const absentHead = answer === 'burned' ? burnedHead : noCaseHead;
  return fill(template, {
    head: isCase ? pageHeadHtml(caseHead(answer)) : unlistedHeadHtml(absentHead),
    origin,
    renderedAt,
    path: casePath(username),
    queries: [[caseQuery(username).queryKey, answer]],
    ...(!isCase && { sharedKey: CASE_KEY }),
  });
}

/** Fills the template of a trace page. The page of `none` is the same for every trace, and contains none. */
export async function renderTracePage(
  template: string,
  { answer, origin, renderedAt }: { answer: TraceAnswer; origin: string; renderedAt: number },
): Promise<string> {
  const trace = answer === 'none' ? ANY_TRACE : answer;
  return fill(template, {
    head: answer === 'none' ? unlistedHeadHtml(noTraceHead) : pageHeadHtml(traceHead(answer)),
    origin,
    renderedAt,
    path: tracePath(trace),
    queries: [[traceQuery(trace).queryKey, answer]],
    ...(answer === 'none' && { sharedKey: TRACE_KEY }),
  });
}

type Query = PageData['queries'][number];

/** `path` may have a query. `sharedKey`: the page is the same for several URLs, and embeds this key instead of its query's. */
type PageContents = {
  head: string;
  origin: string;
  path: string;
  renderedAt: number;
  queries: readonly Query[];
  sharedKey?: Query[0];
};

/** Renders a page into its template, and embeds its data for hydration. */
async function fill(template: string, { head, origin, path, sharedKey, ...answered }: PageContents) {
  const data: PageData = { url: path, ...answered };
  const queryClient = createQueryClient();
  fillQueries(queryClient, data);
  const shared = sharedKey && {
    url: '',
    queries: data.queries.map(([, answer]) => [sharedKey, answer] as const),
  };
  const body = await renderBody(path, queryClient);
  return template
    .replace('<!--page-head-->', () => head.replaceAll(ORIGIN, () => origin))
    .replace('<!--page-body-->', () => body)
    .replace('<!--page-data-->', () => pageDataHtml(escapeJson({ ...data, ...shared })));
}

/** Renders all public pages, the shells of the client-rendered ones, and the sitemap. */
export async function renderSite(): Promise<{ pages: PrerenderedPage[]; sitemap: string }> {
  return { pages: await renderPages(), sitemap: renderSitemap() };
}

async function renderPages(): Promise<PrerenderedPage[]> {
  const pages = await Promise.all(
    publicPages.map(async ({ head, withoutScripts }) => ({
      file: head.path === '/' ? 'index.html' : `${head.path.slice(1)}.html`,
      path: head.path,
      head: pageHeadHtml(head),
      body: await renderBody(head.path),
      withoutScripts,
    })),
  );
  const others = await Promise.all(
    otherPages.map(async ({ at, ...page }) => ({ ...page, body: await renderBody(at) })),
  );
  return [
    ...pages,
    ...others,
    {
      file: 'shell.html',
      path: undefined,
      body: '',
      head: unlistedHeadHtml({ title: SITE_NAME, description: homeHead.description }),
    },
  ];
}

/** Pages that are not indexed; of a case and a trace, without data, for what the gateway could not load. `at`: rendered from there. */
const otherPages: readonly (Omit<PrerenderedPage, 'body'> & { at: string })[] = [
  {
    file: 'case.html',
    path: CASE_ROUTE,
    at: casePath(ANY_NAME),
    head: unlistedHeadHtml(unavailableCaseHead),
  },
  {
    file: 'trace.html',
    path: TRACE_ROUTE,
    at: tracePath(ANY_TRACE),
    head: unlistedHeadHtml(unavailableTraceHead),
  },
  {
    file: 'appeal.html',
    path: appealHead.path,
    at: appealHead.path,
    head: `${unlistedHeadHtml(appealHead)}\n    <meta name="referrer" content="no-referrer" />`,
    withoutScripts: 'An appeal needs JavaScript. Without it, write to the contact on the Terms page.',
  },
  {
    file: 'receipt.html',
    path: RECEIPT_ROUTE,
    at: '/receipt/a',
    head: unlistedHeadHtml(receiptHead),
    withoutScripts: 'Reading a receipt needs JavaScript.',
  },
  {
    file: '404.html',
    path: undefined,
    at: '/404',
    head: unlistedHeadHtml({
      title: 'Page Not Found - The Naughty List',
      description: 'There is nothing in this chimney.',
    }),
  },
];

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

function renderSitemap(): string {
  const urls = publicPages.map(
    ({ head, priority }) =>
      `  <url><loc>${ORIGIN}${escapeHtml(head.path)}</loc><priority>${priority.toFixed(1)}</priority></url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
