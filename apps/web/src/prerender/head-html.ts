import type { PageHead } from '../lib/page-head.ts';
import { escapeHtml, escapeJson, ORIGIN } from './escape-html.ts';
import { jsonLd, SITE_NAME } from './json-ld.ts';
import { homeHead } from './public-pages.ts';

/** Placeholder of a username; the gateway inserts only valid ones. */
export const SEARCH_NAME = '%SEARCH_NAME%';

/** The head of a page for search engines and link previews. */
export function pageHeadHtml(head: PageHead): string {
  const url = `${ORIGIN}${head.path}`;
  return [
    ...titleAndDescription(head),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...preview(head, url),
    `<script type="application/ld+json">${escapeJson(jsonLd(head))}</script>`,
  ].join('\n    ');
}

const questionAbout = (name: string) => ({
  title: `Is @${name} on the Naughty List?`,
  description: `Somebody wants you to look @${name} up before you send a coin. Santa keeps the ledger: see what was reported, and decide for yourself.`,
});

/**
 * The home page's head for a shared link (`/?search=name`): phrased as a question, since a link does not mean that the
 * name is listed.
 */
export function searchHeadHtml(page: PageHead, name: string | undefined): string {
  const head = name === undefined ? page : { ...page, ...questionAbout(name) };
  return [
    ...titleAndDescription(head),
    '<meta name="robots" content="noindex" />',
    `<link rel="canonical" href="${escapeHtml(`${ORIGIN}${page.path}`)}" />`,
    ...preview(head, `${ORIGIN}${page.path}${name === undefined ? '' : `?search=${name}`}`),
  ].join('\n    ');
}

export function notFoundHeadHtml(): string {
  return unlisted('Page Not Found - The Naughty List', 'There is nothing in this chimney.');
}

/** Head of the client-rendered pages. */
export function shellHeadHtml(): string {
  return unlisted(SITE_NAME, homeHead.description);
}

function unlisted(title: string, description: string): string {
  return [...titleAndDescription({ title, description }), '<meta name="robots" content="noindex" />'].join(
    '\n    ',
  );
}

function titleAndDescription({ title, description }: Pick<PageHead, 'title' | 'description'>): string[] {
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
  ];
}

function preview({ title, description, image }: PageHead, url: string): string[] {
  const properties = {
    'og:type': 'website',
    'og:site_name': SITE_NAME,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': `${ORIGIN}${image}`,
    'og:image:width': '1200',
    'og:image:height': '630',
  };
  return [
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
    '<meta name="twitter:site" content="@naughtylistsol" />',
  ];
}
