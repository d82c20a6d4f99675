import { getSiteInfo, type SiteInfo } from '@naughty-list/contracts/site-info';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';

type Settings = Partial<
  Record<
    'OPERATOR_NAME' | 'CONTACT_EMAIL' | 'PUBLIC_ORIGIN' | 'PRIVACY_TEXT' | 'TERMS_TEXT',
    string | undefined
  >
> & { ROADMAP_NOW?: SiteInfo['roadmapNow'] | undefined };

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
  app.route({
    method: getSiteInfo.method,
    url: getSiteInfo.path,
    onRequest: limit,
    handler: (_request, reply) => reply.header('cache-control', 'no-cache').send(info),
  });
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
