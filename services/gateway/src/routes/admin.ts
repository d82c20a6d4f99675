import type { Access } from '@naughty-list/contracts/endpoint';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { requireAdmin } from '../admin/require-admin.ts';
import { addPanelUnavailable } from '../panel-unavailable.ts';
import { adminEndpoints } from '../proxy/admin-endpoints.ts';
import type { CallParts } from '../proxy/pass-on.ts';
import { addForwarded, inScope } from '../proxy/proxy.ts';
import { addSessions, type SessionParts } from '../sessions/add-sessions.ts';
import { addAdminSession } from './admin-session.ts';
import { addOwnAccount, type OwnAccountParts } from './own-account.ts';
import { addStaff } from './staff.ts';

type Parts = OwnAccountParts &
  SessionParts &
  CallParts & {
    /** Checks before a session is loaded. */
    edge: onRequestHookHandler;
    /** Adds further routes for logged-in admins. */
    addGuarded: (scope: FastifyInstance) => void;
  };

/**
 * All admin routes, in their own scope: only here are sessions loaded, so public calls never reach the session store.
 */
export async function addAdminRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const guardsOf = (access: Access) => [parts.limit, requireAdmin(parts.db, access)];
  await inScope(app, (scope) => {
    addPanelUnavailable(scope);
    scope.addHook('onRequest', parts.edge);
    // Some clients send a content type with an empty body, for example on logout.
    const parseJson = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) => {
      if (body.length === 0) parsed(null, undefined);
      else void parseJson(request, body.toString(), parsed);
    });
    addSessions(scope, parts);
    // Wait for the session plugin: its hooks apply only to routes added later.
    scope.after(() => {
      addAdminSession(scope, parts);
      inScope(scope, (guarded) => {
        addForwarded(
          guarded,
          adminEndpoints.map((each) => ({
            ...each,
            onRequest: guardsOf(each.endpoint.access),
          })),
          parts,
        );
      });
      inScope(scope, (guarded) => {
        for (const guard of guardsOf('moderator')) guarded.addHook('onRequest', guard);
        addOwnAccount(guarded, parts);
      });
      inScope(scope, (guarded) => {
        for (const guard of guardsOf('admin')) guarded.addHook('onRequest', guard);
        addStaff(guarded, parts);
        parts.addGuarded(guarded);
      });
    });
  });
}
