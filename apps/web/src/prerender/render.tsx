import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { App } from '../app.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { createAppRouter } from '../router.ts';
import { notFoundHeadHtml, pageHeadHtml, searchHeadHtml, shellHeadHtml } from './head-html.ts';
import { publicPages } from './public-pages.ts';
import { sitemap } from './sitemap.ts';

/** A prerendered page: `file` in the build, content of the head and of the root element. */
export type WrittenPage = { file: string; path: string | undefined; head: string; body: string };

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

async function renderBody(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const failures: unknown[] = [];
  const { prelude } = await prerender(<App router={router} queryClient={createQueryClient()} />, {
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
