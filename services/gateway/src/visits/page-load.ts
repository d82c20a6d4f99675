import type { IncomingHttpHeaders } from 'node:http';

// Every browser says Mozilla/5.0; tools and link previews mostly do not. CUBOT makes telephones.
const browser = /^Mozilla\/5\.0 /;
const bots =
  /(?<!cu)bot\b|bot[/;]|robot|crawl|spider|slurp|preview|facebookexternalhit|monitor|lighthouse|scrapy|archiver/i;

/**
 * Whether a request for a page is a person loading it: a navigation, not a prefetch, not a bot, not the admin panel.
 */
export function isPageLoad({
  method,
  path,
  headers,
}: {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}): boolean {
  if (method !== 'GET' || /^\/admin(\/|$)/.test(path)) return false;
  const userAgent = headers['user-agent'];
  if (!userAgent || !browser.test(userAgent) || bots.test(userAgent)) return false;
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? '');
  if (purpose.includes('prefetch') || purpose.includes('preview')) return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document';
  return headers.accept?.includes('text/html') ?? false;
}
