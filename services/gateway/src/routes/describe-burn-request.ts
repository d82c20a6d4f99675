import { burnRequestTexts, describeBurnRequest } from '@naughty-list/contracts/burn-request';
import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../clients/rate-limits.ts';
import type { Context } from '../context.ts';
import { addPreflight } from '../security/any-origin.ts';

const ICON = '/art/icon-512.png';

/** Answered by the gateway, which knows the public origin. */
export function addBurnRequestLabel(app: FastifyInstance, { config }: Context, limits: RateLimits): void {
  app.route({
    method: describeBurnRequest.method,
    url: describeBurnRequest.path,
    config: { anyOrigin: true },
    onRequest: limits.reads,
    handler: async ({ params, protocol, host }, reply) => {
      if (!describeBurnRequest.params.safeParse(params).success) throw new ApiError('not_found', 'Not found');
      const origin = config.PUBLIC_ORIGIN ?? `${protocol}://${host}`;
      return reply
        .header('cache-control', 'no-cache')
        .send({ label: burnRequestTexts.label, icon: new URL(ICON, origin).href });
    },
  });
  addPreflight(app, describeBurnRequest.path);
}
