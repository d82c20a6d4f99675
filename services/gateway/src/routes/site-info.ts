import { ApiError } from '@naughty-list/contracts/errors';
import type { Health } from '@naughty-list/contracts/health';
import { getMarketData } from '@naughty-list/contracts/market-data';
import { marketFailedTexts } from '@naughty-list/contracts/market-texts';
import { burnRequestTexts, describeBurnRequest } from '@naughty-list/contracts/removal';
import { getSiteInfo, type SiteInfo } from '@naughty-list/contracts/site-info';
import { type Database, pingDatabase } from '@naughty-list/service-kit/database/database';
import { cached } from '@naughty-list/service-kit/http/cached';
import { addHealth, checkHealth, type HealthChecks } from '@naughty-list/service-kit/http/http';
import { callHttp } from '@naughty-list/service-kit/http/http-call';
import { Answer, type RouteRequest, route } from '@naughty-list/service-kit/http/route';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { ForwardedCalls } from '../clients/forwarded-calls.ts';
import type { Market } from '../market/market.ts';
import type { Upstreams } from '../proxy/upstreams.ts';

type Settings = Partial<
  Record<
    'OPERATOR_NAME' | 'CONTACT_EMAIL' | 'PUBLIC_ORIGIN' | 'PRIVACY_TEXT' | 'TERMS_TEXT',
    string | undefined
  >
> & { ROADMAP_NOW?: SiteInfo['roadmapNow'] | undefined };

const NOT_CACHED = { 'cache-control': 'no-cache' };
const SECURITY_TXT = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** RFC 9116, 2.5.5: less than a year ahead. */
const EXPIRES_DAYS = 180;

/** Answered by the gateway: the texts are its settings. */
export function addSiteInfo(
  app: FastifyInstance,
  { config, clock, limit }: { config: Settings; clock: Clock; limit: onRequestHookHandler },
): void {
  const info: SiteInfo = {
    operatorName: config.OPERATOR_NAME ?? null,
    contactEmail: config.CONTACT_EMAIL ?? null,
    privacyText: config.PRIVACY_TEXT ?? null,
    termsText: config.TERMS_TEXT ?? null,
    roadmapNow: config.ROADMAP_NOW ?? null,
  };
  const answer = new Answer(200, info, NOT_CACHED);
  route(getSiteInfo, async () => answer, { onRequest: limit }).register(app);
  const { CONTACT_EMAIL: contact, PUBLIC_ORIGIN: origin } = config;
  if (contact === undefined) return;
  // Where to report a vulnerability (RFC 9116).
  app.get(SECURITY_TXT, { onRequest: limit }, (_request, reply) => {
    const expires = new Date(clock.now().getTime() + EXPIRES_DAYS * DAY_MS);
    const lines = [
      `Contact: mailto:${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
    ];
    if (origin) lines.push(`Canonical: ${origin}${SECURITY_TXT}`);
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

const RETRY_AFTER_SECONDS = 30;

/** Answered by the gateway: the figures come from a third party and are cached in this process. */
export function addMarketData(
  app: FastifyInstance,
  { market, limit }: { market: Market; limit: onRequestHookHandler },
): void {
  const answer = async ({ params: { token } }: RouteRequest<typeof getMarketData>) => {
    const data = await market(token);
    if (data) return new Answer(200, data, NOT_CACHED);
    throw new ApiError('service_unavailable', marketFailedTexts[token], { retryAfter: RETRY_AFTER_SECONDS });
  };
  route(getMarketData, answer, { onRequest: limit }).register(app);
}

// Shorter than a probe waits for this answer.
const UPSTREAM_TIMEOUT_MS = 1_000;
const REMEMBER_MS = 1_000;

/**
 * Public health: whether the gateway can work, checked at most once a second. Only the private port names what it depends
 * on.
 */
export function addPublicHealth(app: FastifyInstance, { db }: { db: Database }): void {
  const last = cached<Promise<Health>>({ max: 1, ttlMs: REMEMBER_MS });
  addHealth(app, async () => {
    const { status } = await last.get('health', () => checkHealth({ database: () => pingDatabase(db) }));
    return { status, checks: {} };
  });
}

/** Checks the services, and whether TRUST_PROXY fits the calls that arrive. */
export function gatewayChecks({
  upstreams,
  forwardedCalls,
}: {
  upstreams: Pick<Upstreams, 'urls'>;
  forwardedCalls: ForwardedCalls;
}): HealthChecks {
  return {
    ...Object.fromEntries(Object.entries(upstreams.urls).map(([name, url]) => [name, () => isReady(url)])),
    TRUST_PROXY: async () => !forwardedCalls.seen,
  };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await callHttp(`${url}/health/ready`, { signal: AbortSignal.timeout(UPSTREAM_TIMEOUT_MS) });
  answer.resume();
  return answer.statusCode === 200;
}

const ICON = '/art/icon-512.png';
const PREFLIGHT_SECONDS = '86400';

/** The label of a payment request, which contains the public origin, and CORS preflights. */
export function addBurnRequest(
  app: FastifyInstance,
  { origin: publicOrigin, limit }: { origin: string | undefined; limit: onRequestHookHandler },
): void {
  const config = { anyOrigin: true };
  const describe = async ({ raw: { protocol, host } }: RouteRequest<typeof describeBurnRequest>) => {
    const icon = new URL(ICON, publicOrigin ?? `${protocol}://${host}`).href;
    return new Answer(200, { label: burnRequestTexts.label, icon }, NOT_CACHED);
  };
  route(describeBurnRequest, describe, { config, onRequest: limit }).register(app);
  app.options(describeBurnRequest.path, { config }, (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST, OPTIONS')
      .header('access-control-allow-headers', 'content-type, accept, accept-encoding')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .code(204)
      .send(),
  );
}
