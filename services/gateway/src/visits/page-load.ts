import type { IncomingHttpHeaders } from 'node:http';
import { VISIT_USER_AGENT_MAX_LENGTH } from '@naughty-list/contracts/visits';

// Every browser says Mozilla/5.0; tools and link previews mostly do not. CUBOT makes telephones.
const browser = /^Mozilla\/5\.0 /;
const bots = new RegExp(
  [
    String.raw`(?<!cu)bot\b|bot[/;]|robot|crawl|spider|slurp|scrapy|archiver|headless`,
    'preview|facebookexternalhit|google(?:other|-)|mediapartners|externalagent|(?:chatgpt|claude|perplexity|mistralai)-user',
    'monitor|lighthouse|page speed|pagespeed|pingdom|uptime|statuscake|datadog|synthetic|site24x7|gtmetrix|healthcheck|phantomjs',
  ].join('|'),
  'i',
);

/** Visitors have the same few browsers: each is looked at once. */
const judged = new Map<string, boolean>();
const JUDGED_MAX = 1_000;

/** Whether a user agent is a browser with a person in front of it, as far as it tells. */
export function isPerson(userAgent: string | undefined): boolean {
  // Strangers write as much as headers may hold; no browser needs more than is kept.
  const text = userAgent?.slice(0, VISIT_USER_AGENT_MAX_LENGTH) ?? '';
  const known = judged.get(text);
  if (known !== undefined) return known;
  const person = browser.test(text) && !bots.test(text);
  if (judged.size >= JUDGED_MAX) judged.clear();
  judged.set(text, person);
  return person;
}

/** Whether visits of a page are counted: those of the admin panel are not. */
export function isCounted(path: string): boolean {
  return !/^\/admin(\/|$)/.test(path);
}

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
  if (method !== 'GET' || !isCounted(path) || !isPerson(headers['user-agent'])) return false;
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? '');
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document';
  return headers.accept?.includes('text/html') ?? false;
}
