import { ApiError } from '@naughty-list/contracts/errors';
import { reportVisit, visitTexts } from '@naughty-list/contracts/visits';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { cachedResponse, sendCached } from '../responses/cached-response.ts';
import { clientRoutes } from '../web/client-routes.ts';
import { isCounted, isPerson } from './page-load.ts';
import type { Visits } from './visits.ts';

const noContent = cachedResponse(204, {});
const pages = new Set<string>(clientRoutes);
const isOneOfMany = (path: string) =>
  /^\/(case\/\w{1,15}|receipt\/[\w-]{1,88}|trace\/[a-z]+\/[^/]+)$/.test(path);

/**
 * Answered by the gateway, like page loads, and counted the same way. Bots get the same response but are not counted.
 */
export function addVisitReports(
  app: FastifyInstance,
  { visits, limit }: { visits: Visits; limit: onRequestHookHandler },
): void {
  app.route({
    method: reportVisit.method,
    url: reportVisit.path,
    onRequest: [
      limit,
      // Only pages report visits, and they always send their origin, which the edge has already checked.
      async ({ headers }) => {
        if (headers.origin === undefined) {
          throw new ApiError('forbidden_origin', 'Visits are reported by pages of this site only.');
        }
      },
    ],
    handler: async (request, reply) => {
      const parsed = reportVisit.body.safeParse(request.body ?? {});
      const path = parsed.success ? pathOf(parsed.data.pageUrl) : '';
      if (!parsed.success || !(pages.has(path) || isOneOfMany(path) || !isCounted(path))) {
        throw new ApiError('invalid_input', visitTexts.invalidPage, { field: 'pageUrl' });
      }
      if (isCounted(path) && isPerson(request.headers['user-agent'])) {
        visits.countReported(request, parsed.data);
      }
      sendCached(request, reply, noContent);
    },
  });
}

function pathOf(pageUrl: string): string {
  const path = pageUrl.split(/[?#]/, 1)[0] ?? '';
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
