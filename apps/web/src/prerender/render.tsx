import type { LookUp } from '@naughty-list/contracts/look-up';
import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import type { Report } from '@naughty-list/contracts/reports';
import { tracePath } from '@naughty-list/contracts/trace-texts';
import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { App } from '../app.tsx';
import { appealHead } from '../features/appeal/appeal-head.ts';
import { burnedHead, caseHead, noCaseHead, unreadCaseHead } from '../features/case/case-head.ts';
import { niceListHead } from '../features/nice-list/nice-head.ts';
import { niceListQueries } from '../features/nice-list/nice-list-queries.ts';
import { receiptHead } from '../features/receipt/receipt-head.ts';
import { noTraceHead, traceHead, unreadTraceHead } from '../features/trace/trace-head.ts';
import { CASE_KEY, type CaseAnswer, casePath, caseQuery } from '../lib/case-query.ts';
import { naughtyListQueries } from '../lib/list-queries.ts';
import { lookUpQuery } from '../lib/look-up.ts';
import { fillQueries, type PageData, pageDataHtml } from '../lib/page-data.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { TRACE_KEY, type TraceAnswer, traceQuery } from '../lib/trace-query.ts';
import { createAppRouter } from '../router.ts';
import { escapeHtml, escapeJson, ORIGIN } from './escape-html.ts';
import {
  answerHeadHtml,
  notFoundHeadHtml,
  pageHeadHtml,
  searchHeadHtml,
  shellHeadHtml,
  unlistedHeadHtml,
} from './head-html.ts';
import { homeHead, publicPages } from './public-pages.ts';

export { caseCardSvg } from './case-card.ts';

const CASE_ROUTE = '/case/$username';
const TRACE_ROUTE = '/trace/$kind/$value';
const RECEIPT_ROUTE = '/receipt/$signature';

/** A prerendered page: `file` in the build, content of the head and of the root element, and the note without scripts. */
export type WrittenPage = {
  file: string;
  path: string | undefined;
  head: string;
  body: string;
  withoutScripts?: string | undefined;
};

/** The contents of a list's page, read by the gateway. */
type Listed = {
  /** Path and query of the page. */
  url: string;
  renderedAt: number;
  /** The site's origin; if empty, URLs stay relative. */
  origin: string;
  newest: readonly (Report | NiceReport)[];
  total: number;
  found?: { term: string; items: readonly (Report | NiceReport)[]; lookUp: LookUp };
};

/** Fills a prerendered list page with the list or the results of a search. */
export async function renderListPage(
  template: string,
  { url, renderedAt, origin, newest, total, found }: Listed,
): Promise<string> {
  const path = url.split('?', 1)[0] ?? url;
  const queries = path === niceListHead.path ? niceListQueries : naughtyListQueries;
  const page = { items: newest, loaded: 0, total, isSaved: false };
  const data: PageData = {
    url,
    renderedAt,
    queries: [
      [queries.all.queryKey, { pages: [page], pageParams: [{ loaded: 0 }] }],
      ...(found
        ? ([
            [queries.search(found.term).queryKey, found.items],
            [lookUpQuery(found.term).queryKey, found.lookUp],
          ] as const)
        : []),
    ],
  };
  return fill(template, { head: headHtml(path, found?.lookUp), origin, address: url, data });
}

/** Fills the page of a case. `none` and `burned` are one page each for all names, and contain none. */
export async function renderCasePage(
  template: string,
  { answer, origin, renderedAt }: { answer: CaseAnswer; origin: string; renderedAt: number },
): Promise<string> {
  const isShown = typeof answer === 'object';
  const head = isShown
    ? pageHeadHtml(caseHead(answer))
    : unlistedHeadHtml(answer === 'burned' ? burnedHead : noCaseHead);
  const address = casePath(isShown ? answer.username : 'a_name');
  const key = isShown ? caseQuery(answer.username).queryKey : CASE_KEY;
  const data: PageData = { url: isShown ? address : '', renderedAt, queries: [[key, answer]] };
  const shown: PageData = {
    ...data,
    queries: [[caseQuery(isShown ? answer.username : 'a_name').queryKey, answer]],
  };
  return fill(template, { head, origin, address, data, shown });
}

const A_TRACE = { kind: 'domain', value: 'a' } as const;

/** Fills the page of a trace. `none` is one page for all, and contains none. */
export async function renderTracePage(
  template: string,
  { answer, origin, renderedAt }: { answer: TraceAnswer; origin: string; renderedAt: number },
): Promise<string> {
  if (answer !== 'none') {
    const address = tracePath(answer);
    const queries = [[traceQuery(answer).queryKey, answer]] as const;
    return fill(template, {
      head: pageHeadHtml(traceHead(answer)),
      origin,
      address,
      data: { url: address, renderedAt, queries },
    });
  }
  return fill(template, {
    head: unlistedHeadHtml(noTraceHead),
    origin,
    address: tracePath(A_TRACE),
    data: { url: '', renderedAt, queries: [[TRACE_KEY, answer]] },
    shown: { url: '', renderedAt, queries: [[traceQuery(A_TRACE).queryKey, answer]] },
  });
}

type Filling = { head: string; origin: string; address: string; data: PageData; shown?: PageData };

async function fill(
  template: string,
  { head, origin, address, data, shown = data }: Filling,
): Promise<string> {
  const queryClient = createQueryClient();
  fillQueries(queryClient, shown);
  const body = await renderBody(address, queryClient);
  return template
    .replace('<!--page-head-->', () => head.replaceAll(ORIGIN, () => origin))
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
    publicPages.map(async ({ head, withoutScripts }) => ({
      file: head.path === '/' ? 'index.html' : `${head.path.slice(1)}.html`,
      path: head.path,
      head: pageHeadHtml(head),
      body: await renderBody(head.path),
      withoutScripts,
    })),
  );
  // Without data, for a case that cannot be read.
  const unread = {
    file: 'case.html',
    path: CASE_ROUTE,
    head: unlistedHeadHtml(unreadCaseHead),
    body: await renderBody(casePath('a_name')),
  };
  const appeal = {
    file: 'appeal.html',
    path: appealHead.path,
    head: `${unlistedHeadHtml(appealHead)}\n    <meta name="referrer" content="no-referrer" />`,
    body: await renderBody(appealHead.path),
    withoutScripts: 'An appeal needs JavaScript. Without it, write to the contact on the Terms page.',
  };
  const unreadTrace = {
    file: 'trace.html',
    path: TRACE_ROUTE,
    head: unlistedHeadHtml(unreadTraceHead),
    body: await renderBody(tracePath(A_TRACE)),
  };
  const receipt = {
    file: 'receipt.html',
    path: RECEIPT_ROUTE,
    head: unlistedHeadHtml(receiptHead),
    body: await renderBody('/receipt/a'),
    withoutScripts: 'Reading a receipt needs JavaScript.',
  };
  const notFound = {
    file: '404.html',
    path: undefined,
    head: notFoundHeadHtml(),
    body: await renderBody('/404'),
  };
  const empty = { path: undefined, body: '' };
  return [
    ...pages,
    unread,
    appeal,
    receipt,
    unreadTrace,
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

/** The sitemap of all indexable pages. */
function sitemap(): string {
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
