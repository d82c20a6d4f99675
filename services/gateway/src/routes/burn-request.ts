import { burnRequestTexts, describeBurnRequest } from '@naughty-list/contracts/burn-request';
import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';

const ICON = '/art/icon-512.png';
const PREFLIGHT_SECONDS = '86400';

/** The label of a payment request, answered by the gateway, which knows the public origin; and CORS preflights. */
export function addBurnRequest(
  app: FastifyInstance,
  { origin: publicOrigin, limit }: { origin: string | undefined; limit: onRequestHookHandler },
): void {
  app.route({
    method: describeBurnRequest.method,
    url: describeBurnRequest.path,
    config: { anyOrigin: true },
    onRequest: limit,
    handler: async ({ params, protocol, host }, reply) => {
      if (!describeBurnRequest.params.safeParse(params).success) throw new ApiError('not_found', 'Not found');
      const origin = publicOrigin ?? `${protocol}://${host}`;
      return reply
        .header('cache-control', 'no-cache')
        .send({ label: burnRequestTexts.label, icon: new URL(ICON, origin).href });
    },
  });
  app.options(describeBurnRequest.path, { config: { anyOrigin: true } }, (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST, OPTIONS')
      .header('access-control-allow-headers', 'content-type, accept, accept-encoding')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .code(204)
      .send(),
  );
}
