import { caseTitle, statusTexts } from '@naughty-list/contracts/case-texts';
import type { LookUp } from '@naughty-list/contracts/look-up';
import { cardPath } from '../features/case/case-head.ts';
import { type AnswerForm, answerText } from '../lib/answer-texts.ts';
import { HOME_IMAGE, type PageHead } from '../lib/page-head.ts';
import { praiseText } from '../lib/praise-text.ts';

const NOINDEX = '<meta name="robots" content="noindex" />';

/** Head elements of a page, for search engines and link previews. `query` is that of a shared link. */
export function pageHeadHtml(head: PageHead, query = ''): string {
  const url = `${ORIGIN}${head.path}`;
  return [
    ...titleAndDescription(head),
    ...(head.isUnlisted ? [NOINDEX] : []),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...preview(head, url + query),
    ...(head.isUnlisted ? [] : [`<script type="application/ld+json">${escapeJson(jsonLd(head))}</script>`]),
  ].join('\n    ');
}

/**
 * Head of a shared link that states the answer and the case's status. It repeats no text of the search but a valid
 * username; a search for anything but one account has the page's own title and description.
 */
export function answerHeadHtml(page: PageHead, { answers }: LookUp): string {
  const [answer, another] = answers;
  if (answer?.subject.kind !== 'account' || another) return pageHeadHtml({ ...page, isUnlisted: true });
  const { form, name, verdict, text, warning } = answerText(answer);
  const { naughty, nice } = answer;
  const lookAlike = naughty
    ? undefined
    : answer.near.find(({ list, hasChangedHands }) => list === 'naughty' && !hasChangedHands);
  const sentences = [
    lookAlike &&
      `Careful: @${lookAlike.username}, which looks like ${name}, is listed (${statusTexts[lookAlike.status ?? 'unreviewed']}); ${name} isn't.`,
    warning,
    text,
    naughty && nice && `Also on the Nice List: ${praiseText(nice)}.`,
  ];
  const images: Partial<Record<AnswerForm, PageHead['image']>> = {
    absent: '/art/social/social-no-report.png',
    praised: '/art/social/social-nice-list.png',
  };
  const head = {
    path: page.path,
    title: naughty ? caseTitle(naughty) : `${name}: ${verdict.replace(/\.$/, '')}`,
    description: sentences.filter(Boolean).join(' '),
    image: (naughty && cardPath(naughty)) || images[form] || page.image,
    isUnlisted: true,
  };
  return pageHeadHtml(head, `?search=${name.slice(1)}`);
}

/** Head of a page without a URL of its own. */
export function unlistedHeadHtml(head: Pick<PageHead, 'title' | 'description'>): string {
  return [...titleAndDescription(head), NOINDEX].join('\n    ');
}

function titleAndDescription({ title, description }: Pick<PageHead, 'title' | 'description'>): string[] {
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
  ];
}

function preview({ title, description, image = HOME_IMAGE }: PageHead, url: string): string[] {
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

export const SITE_NAME = 'The Naughty List';

/** Structured data of a page: the site, the page and its breadcrumbs. */
function jsonLd({ path, title, description, image = HOME_IMAGE }: PageHead): unknown {
  const site = {
    '@type': 'WebSite',
    '@id': `${ORIGIN}/#site`,
    name: SITE_NAME,
    url: `${ORIGIN}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${ORIGIN}/?search={username}` },
      'query-input': 'required name=username',
    },
  };
  const page = {
    '@type': path.startsWith('/about') ? 'AboutPage' : 'WebPage',
    '@id': `${ORIGIN}${path}#page`,
    url: `${ORIGIN}${path}`,
    name: title,
    description,
    inLanguage: 'en',
    image: `${ORIGIN}${image}`,
    isPartOf: { '@id': site['@id'] },
  };
  const crumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: SITE_NAME, item: `${ORIGIN}/` },
      { '@type': 'ListItem', position: 2, name: title, item: `${ORIGIN}${path}` },
    ],
  };
  return {
    '@context': 'https://schema.org',
    '@graph': path === '/' ? [site, page] : [site, page, crumbs],
  };
}

/** Placeholder of the site's origin, filled in by the gateway. */
export const ORIGIN = '%PUBLIC_ORIGIN%';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML attributes and content. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** JSON that is safe within a script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
