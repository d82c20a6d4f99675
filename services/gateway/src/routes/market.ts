import { ApiError } from '@naughty-list/contracts/errors';
import { getMarketData } from '@naughty-list/contracts/market-data';
import { marketFailedTexts } from '@naughty-list/contracts/market-texts';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Market } from '../market/market.ts';

const RETRY_AFTER_SECONDS = 30;

/** Answered by the gateway: the figures come from a third party and are cached in this process. */
export function addMarketData(
  app: FastifyInstance,
  { market, limit }: { market: Market; limit: onRequestHookHandler },
): void {
  app.route({
    method: getMarketData.method,
    url: getMarketData.path,
    onRequest: limit,
    handler: async ({ params }, reply) => {
      const parsed = getMarketData.params.safeParse(params);
      if (!parsed.success) throw new ApiError('not_found', 'Not found');
      const { token } = parsed.data;
      const data = await market(token);
      if (!data) {
        throw new ApiError('service_unavailable', marketFailedTexts[token], {
          retryAfter: RETRY_AFTER_SECONDS,
        });
      }
      return reply.header('cache-control', 'no-cache').send(data);
    },
  });
}
