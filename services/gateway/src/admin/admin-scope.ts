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
 * Everything that has to do with admins, in a scope of its own: here alone there are sessions, so that visitors' calls
 * never ask the session store.
 */
export async function addAdminScope(
  app: FastifyInstance,
  context: Context,
  limits: RateLimits,
): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.addHook('onRequest', async ({ headers, url }, reply) => {
      reply.header('cache-control', 'no-store');
      // The router takes `http://host/path` for its path; sessions, which go by the address as it was sent, would be none.
      if (!url.startsWith('/')) throw new ApiError('not_found', 'Not found');
      if (isForeignRead(headers)) {
        throw new ApiError('forbidden_origin', 'This request came from another site and was refused.');
      }
    });
    // Some clients name the type where there is no body: a logout has none.
    const parseJson = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) => {
      if (body.length === 0) parsed(null, undefined);
      else void parseJson(request, body.toString(), parsed);
    });
    addSessions(scope, context);
    // After sessions are there: they hook into routes as they are made.
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
