import { getSiteInfo, type SiteInfo } from '@naughty-list/contracts/site-info';
import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../clients/rate-limits.ts';
import type { Context } from '../context.ts';

/** Answered by the gateway: the texts are its settings. */
export function addSiteInfo(app: FastifyInstance, { config }: Context, limits: RateLimits): void {
  const info: SiteInfo = {
    operatorName: config.OPERATOR_NAME ?? null,
    contactEmail: config.CONTACT_EMAIL ?? null,
    privacyText: config.PRIVACY_TEXT ?? null,
    termsText: config.TERMS_TEXT ?? null,
  };
  app.route({
    method: getSiteInfo.method,
    url: getSiteInfo.path,
    onRequest: limits.reads,
    handler: (_request, reply) => reply.header('cache-control', 'no-cache').send(info),
  });
}
