import { randomUUID } from 'node:crypto';
import {
  VISIT_URL_MAX_LENGTH,
  VISIT_USER_AGENT_MAX_LENGTH,
  type Visit,
} from '@naughty-list/contracts/visits';
import type { FastifyRequest } from 'fastify';
import { truncateAddress } from '../clients/address.ts';
import type { Config } from '../config.ts';

type Settings = Pick<Config, 'VISIT_ADDRESSES' | 'PUBLIC_ORIGIN'>;

/** A page load as it is counted; the address is truncated here, before it goes anywhere. */
export function visitOf(request: FastifyRequest, settings: Settings, now: Date): Visit {
  const { url: pageUrl, headers } = request;
  const referrer = ownPath(headers.referer, headers.host, settings.PUBLIC_ORIGIN);
  return reportedVisitOf(request, { pageUrl, referrer }, settings, now);
}

/** A change of page inside the app, as the page tells it. */
export function reportedVisitOf(
  { ip, headers }: FastifyRequest,
  { pageUrl, referrer }: { pageUrl: string; referrer: string | null },
  { VISIT_ADDRESSES: addresses }: Settings,
  now: Date,
): Visit {
  return {
    id: randomUUID(),
    at: now.toISOString(),
    pageUrl: cut(pageUrl, VISIT_URL_MAX_LENGTH),
    referrer: referrer === null ? null : cut(referrer, VISIT_URL_MAX_LENGTH),
    userAgent: cut(headers['user-agent'] ?? '', VISIT_USER_AGENT_MAX_LENGTH) || null,
    ipAddress: addresses === 'none' ? null : truncateAddress(ip, kept[addresses]),
  };
}

const kept = { truncated: { v4Bits: 24, v6Bits: 48 }, full: { v4Bits: 32, v6Bits: 128 } } as const;

/** Neither the queue nor the database keeps NUL or half a surrogate pair, which a cut can leave. */
function cut(text: string, length: number): string {
  return text.replaceAll('\0', '').slice(0, length).toWellFormed();
}

/** A referrer on this site becomes its path alone: nobody came from there. */
function ownPath(
  referrer: string | undefined,
  host: string | undefined,
  publicOrigin: string | undefined,
): string | null {
  const url = referrer ? URL.parse(referrer) : null;
  if (!referrer || !url) return referrer ?? null;
  const isOwn = url.origin === publicOrigin || url.host === host?.toLowerCase();
  return isOwn ? url.pathname + url.search : referrer;
}
