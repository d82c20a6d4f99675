import { randomUUID } from 'node:crypto';
import type { Visit } from '@naughty-list/contracts/visits';
import type { FastifyRequest } from 'fastify';
import { truncateAddress } from '../clients/address.ts';

/** A page load as it is counted; the address is truncated here, before it goes anywhere. */
export function visitOf({ url, ip, headers }: FastifyRequest, now: Date): Visit {
  return {
    id: randomUUID(),
    at: now.toISOString(),
    pageUrl: url.slice(0, 2048),
    referrer: headers.referer?.slice(0, 2048) ?? null,
    userAgent: headers['user-agent']?.slice(0, 512) ?? null,
    ipAddress: truncateAddress(ip, { v4Bits: 24, v6Bits: 48 }),
  };
}
