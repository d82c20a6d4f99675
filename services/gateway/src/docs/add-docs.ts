import { ApiError } from '@naughty-list/contracts/errors';
import type { Database } from '@naughty-list/service-kit/database/database';
import { cached } from '@naughty-list/service-kit/http/cached';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { adminOf } from '../admin/require-admin.ts';
import { addPanelUnavailable } from '../panel-unavailable.ts';
import { sendDocument } from '../responses/cached-response.ts';
import { addLazyPlugin } from '../responses/lazy-plugin.ts';
import { addSessions, type SessionParts } from '../sessions/add-sessions.ts';
import type * as Plugins from './docs-plugins.ts';

const PATH = '/api/docs';
/** The public page about the API. */
const DEVELOPERS = '/developers';

type Parts = SessionParts & { db: Database; limit: onRequestHookHandler; log: Log };

/** Serves the OpenAPI document to everyone and the console at `/api/docs`, which can make calls, to admins. */
export async function addDocs(app: FastifyInstance, parts: Parts): Promise<void> {
  const { limit, log } = parts;
  const { name: cookieName } = parts.sessionCookie;
  const written = cached<ReturnType<typeof Plugins.writeDocument>>({ max: 1 });
  for (const form of ['json', 'yaml'] as const)
    app.get(`${PATH}/${form}`, { onRequest: limit }, async (request, reply) => {
      const documents = await written.get(PATH, async () =>
        (await import('./docs-plugins.ts')).writeDocument(cookieName),
      );
      return sendDocument(request, reply, documents[form]);
    });
  await app.register((scope, _options, done) => {
    scope.addHook('onRequest', limit);
    addPanelUnavailable(scope);
    scope.addHook('onRequest', refuseFullUrls);
    addSessions(scope, parts);
    // Wait for the session plugin: its hooks apply only to routes added later.
    scope.after(() => {
      scope.register((docs, _none, docsDone) => {
        docs.addHook('onRequest', (request, reply) => admitAdmins(parts.db, request, reply));
        addLazyPlugin(docs, {
          path: PATH,
          packages: ['@fastify/swagger', '@fastify/swagger-ui'],
          make: async () => (await import('./docs-plugins.ts')).createConsole(PATH, cookieName),
          log,
        });
        docsDone();
      });
    });
    done();
  });
}

/** The router resolves `http://host/path` to its path, but sessions match the raw URL and would be skipped. */
const refuseFullUrls: onRequestHookHandler = ({ url }, _reply, done) =>
  done(url.startsWith('/') ? undefined : new ApiError('not_found', 'Not found'));

async function admitAdmins(db: Database, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  const admin = await adminOf(db, request);
  return admin?.role === 'admin' ? undefined : reply.redirect(DEVELOPERS, 303);
}
