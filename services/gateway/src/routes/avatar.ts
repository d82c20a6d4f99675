import { getAvatar } from '@naughty-list/contracts/avatar';
import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Avatars } from '../avatars/avatars.ts';

const DAY_SECONDS = 86_400;
const RETRY_SECONDS = 60;

/** Answered by the gateway, so that browsers need not contact the profile image service. */
export function addAvatars(
  app: FastifyInstance,
  { avatars, limit }: { avatars: Avatars; limit: onRequestHookHandler },
): void {
  app.route({
    method: getAvatar.method,
    url: getAvatar.path,
    onRequest: limit,
    handler: async ({ params, query }, reply) => {
      const [account, refreshed] = [getAvatar.params.safeParse(params), getAvatar.query.safeParse(query)];
      if (!account.success || !refreshed.success) throw new ApiError('not_found', 'Not found');
      const { version } = refreshed.data;
      const image = await avatars({
        username: account.data.username,
        ...(version === undefined ? {} : { refreshedAtMs: Number(version) * 1_000 }),
      });
      // 204 instead of 404: a browser shows neither, but reports only the latter as a fault.
      if (!image) return reply.header('cache-control', `public, max-age=${RETRY_SECONDS}`).code(204).send();
      // A shared cache would keep the image of an account that has left the lists.
      return reply
        .header('cache-control', `private, max-age=${DAY_SECONDS}`)
        .header('age', String(Math.floor(image.ageMs / 1_000)))
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .type(image.type)
        .send(image.bytes);
    },
  });
}
