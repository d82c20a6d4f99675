import { escapeHtml, ORIGIN } from './escape-html.ts';
import { publicPages } from './public-pages.ts';

/** The sitemap of all indexable pages. */
export function sitemap(): string {
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
