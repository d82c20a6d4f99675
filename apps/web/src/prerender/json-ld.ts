import type { PageHead } from '../lib/page-head.ts';
import { ORIGIN } from './escape-html.ts';

export const SITE_NAME = 'The Naughty List';

/** Structured data of a page: the site, the page and its breadcrumb. */
export function jsonLd({ path, title, description, image }: PageHead): unknown {
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
  const way = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: SITE_NAME, item: `${ORIGIN}/` },
      { '@type': 'ListItem', position: 2, name: title, item: `${ORIGIN}${path}` },
    ],
  };
  return { '@context': 'https://schema.org', '@graph': path === '/' ? [site, page] : [site, page, way] };
}
