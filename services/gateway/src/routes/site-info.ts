import { getSiteInfo, type SiteInfo } from '@naughty-list/contracts/site-info';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';

type Settings = Partial<
  Record<'OPERATOR_NAME' | 'CONTACT_EMAIL' | 'PRIVACY_TEXT' | 'TERMS_TEXT', string | undefined>
> & { ROADMAP_NOW?: SiteInfo['roadmapNow'] | undefined };

/** Answered by the gateway: the texts are its settings. */
export function addSiteInfo(
  app: FastifyInstance,
  { config, limit }: { config: Settings; limit: onRequestHookHandler },
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
}
