import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../clients/rate-limits.ts';
import type { Context } from '../context.ts';
import { adminEndpoints } from '../proxy/admin-endpoints.ts';
import { addCalls } from '../proxy/proxy.ts';
import { addQueuesDashboard } from '../queues-dashboard/add-queues-dashboard.ts';
import { addAdminStatus } from '../routes/get-admin-status.ts';
import { listQueueChangesRoute } from '../routes/list-queue-changes.ts';
import { addLogIn } from '../routes/log-in.ts';
import { addLogOut } from '../routes/log-out.ts';
import { isForeignRead } from '../security/origin.ts';
import { addSessions } from '../sessions/add-sessions.ts';
import { requireAdmin } from './require-admin.ts';

/**
 * All admin routes, in their own scope: only here are sessions loaded, so public calls never reach the session store.
 */
export async function addAdminScope(
  app: FastifyInstance,
  context: Context,
  limits: RateLimits,
): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.addHook('onRequest', async ({ headers, url }, reply) => {
      reply.header('cache-control', 'no-store');
      // The router resolves an absolute-form target (`http://host/path`) to its path, but sessions match the raw URL
      // and would be skipped.
      if (!url.startsWith('/')) throw new ApiError('not_found', 'Not found');
      if (isForeignRead(headers)) {
        throw new ApiError('forbidden_origin', 'This request came from another site and was refused.');
      }
    });
    // Some clients send a content type with an empty body, for example on logout.
    const parseJson = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) => {
      if (body.length === 0) parsed(null, undefined);
      else void parseJson(request, body.toString(), parsed);
    });
    addSessions(scope, context);
    // Wait for the session plugin: its hooks apply only to routes added later.
    scope.after(() => {
      addAdminStatus(scope, context, limits);
      addLogIn(scope, context);
      addLogOut(scope, context, limits);
      scope.register((guarded, _none, guardedDone) => {
        const onRequest = [limits.admins, requireAdmin(context.db)];
        addCalls(
          guarded,
          adminEndpoints.map((each) => ({ ...each, waits: true, onRequest })),
          context,
        );
        guardedDone();
      });
      scope.register((guarded, _none, guardedDone) => {
        guarded.addHook('onRequest', limits.admins);
        guarded.addHook('onRequest', requireAdmin(context.db));
        addQueuesDashboard(guarded, context);
        listQueueChangesRoute(context).register(guarded);
        guardedDone();
      });
    });
    done();
  });
}
