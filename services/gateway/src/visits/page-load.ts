import type { IncomingHttpHeaders } from 'node:http';
import { VISIT_USER_AGENT_MAX_LENGTH } from '@naughty-list/contracts/visits';

// Every browser sends Mozilla/5.0; most tools and link previews do not. CUBOT is a phone brand.
const browser = /^Mozilla\/5\.0 /;
const bots = new RegExp(
  [
    String.raw`(?<!cu)bot\b|bot[/;]|robot|crawl|spider|slurp|scrapy|archiver|headless`,
    'preview|facebookexternalhit|google(?:other|-)|mediapartners|externalagent|(?:chatgpt|claude|perplexity|mistralai)-user',
    'monitor|lighthouse|page speed|pagespeed|pingdom|uptime|statuscake|datadog|synthetic|site24x7|gtmetrix|healthcheck|phantomjs',
  ].join('|'),
  'i',
);

/** Whether a user agent looks like a browser used by a person. */
export function isPerson(userAgent: string | undefined): boolean {
  // Truncated: clients control the length, and browsers need no more than this.
  const text = userAgent?.slice(0, VISIT_USER_AGENT_MAX_LENGTH) ?? '';
  return browser.test(text) && !bots.test(text);
}

/** Whether visits of a page are counted; the admin panel's are not. */
export function isCounted(path: string): boolean {
  return !/^\/admin(\/|$)/.test(path);
}

type PageRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
};

/** Whether a request is a page load by a person: a navigation, not a prefetch, a bot or the admin panel. */
export function isPageLoad({ method, path, headers }: PageRequest): boolean {
  if (method !== 'GET' || !isCounted(path) || !isPerson(headers['user-agent'])) return false;
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? '');
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document';
  return headers.accept?.includes('text/html') ?? false;
}
