import { randomUUID } from 'node:crypto';
import type { Visit } from '@naughty-list/contracts/visits';
import type { FastifyRequest } from 'fastify';
import { truncateAddress } from '../clients/address.ts';
import type { Config } from '../config.ts';

/** Stored URLs and user agents are truncated to limit their size. */
const URL_LENGTH = 256;
const USER_AGENT_LENGTH = 256;

type Settings = Pick<Config, 'VISIT_ADDRESSES' | 'PUBLIC_ORIGIN'>;

/** A page load to be counted. Its address is truncated here, before anything else sees it. */
export function visitOf(request: FastifyRequest, settings: Settings, now: Date): Visit {
  const { url: pageUrl, headers } = request;
  const referrer = cameFrom(headers.referer, headers.host, settings.PUBLIC_ORIGIN);
  return reportedVisitOf(request, { pageUrl, referrer }, settings, now);
}

/** A navigation inside the app, as reported by the page. */
export function reportedVisitOf(
  { ip, headers }: FastifyRequest,
  { pageUrl, referrer }: { pageUrl: string; referrer: string | null },
  { VISIT_ADDRESSES: addresses }: Settings,
  now: Date,
): Visit {
  return {
    id: randomUUID(),
    at: now.toISOString(),
    pageUrl: truncate(pathOf(pageUrl), URL_LENGTH),
    referrer: referrer === null ? null : truncate(pathOf(referrer), URL_LENGTH),
    userAgent: truncate(headers['user-agent'] ?? '', USER_AGENT_LENGTH) || null,
    ipAddress: addresses === 'none' ? null : truncateAddress(ip, kept[addresses]),
  };
}

const kept = { truncated: { v4Bits: 24, v6Bits: 48 }, full: { v4Bits: 32, v6Bits: 128 } } as const;

/** The queue and the database reject NUL and lone surrogates, which truncation can leave. */
function truncate(text: string, length: number): string {
  return text.replaceAll('\0', '').slice(0, length).toWellFormed();
}

/** Queries, fragments and the pages of cases and receipts may hold personal data. */
const pathOf = (url: string) => (url.split(/[?#]/, 1)[0] ?? '').replace(/^(\/(?:case|receipt))\/.*/, '$1');

/** The referrer: its path when on this site, else its origin; null when invalid. */
function cameFrom(
  referrer: string | undefined,
  host: string | undefined,
  publicOrigin: string | undefined,
): string | null {
  const url = referrer ? URL.parse(referrer) : null;
  if (!url) return null;
  if (url.origin === publicOrigin || url.host === host?.toLowerCase()) return url.pathname;
  // Only some schemes have an origin; apps send, for example, `android-app://org.telegram`.
  return url.host === '' ? null : `${url.protocol}//${url.host}`;
}
