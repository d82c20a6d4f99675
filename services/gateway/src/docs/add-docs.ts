import { ApiError } from '@naughty-list/contracts/errors';
import type { Database } from '@naughty-list/service-kit/database/database';
import { cached } from '@naughty-list/service-kit/http/cached';
import { answerNotFound } from '@naughty-list/service-kit/http/error-answers';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { adminOf } from '../admin/require-admin.ts';
import { addPanelUnavailable } from '../panel-unavailable.ts';
import { sendDocument } from '../responses/cached-response.ts';
import { addSessions, type SessionParts } from '../sessions/add-sessions.ts';
import { createConsole, writeDocument } from './docs-plugins.ts';

const PATH = '/api/docs';
/** The public page about the API. */
const DEVELOPERS = '/developers';

type Parts = SessionParts & { db: Database; limit: onRequestHookHandler };

/** Serves the OpenAPI document to everyone and the console at `/api/docs`, which can make calls, to admins. */
export async function addDocs(app: FastifyInstance, parts: Parts): Promise<void> {
  const written = cached<ReturnType<typeof writeDocument>>({ max: 1 });
  await app.register((scope, _options, done) => {
    scope.addHook('onRequest', parts.limit);
    scope.addHook('onRequest', async (request, reply) => {
      const form = request.routeOptions.url?.slice(`${PATH}/`.length);
      if (form !== 'json' && form !== 'yaml') return;
      const documents = await written.get(PATH, () => writeDocument(parts.sessionCookie.name));
      return sendDocument(request, reply, documents[form]);
    });
    addPanelUnavailable(scope);
    scope.addHook('onRequest', refuseFullUrls);
    addSessions(scope, parts);
    // Wait for the session plugin: its hooks apply only to routes added later.
    scope.after(() => {
      scope.register((docs, _none, docsDone) => {
        docs.addHook('onRequest', (request, reply) => admitAdmins(parts.db, request, reply));
        docs.register(createConsole(PATH));
        docs.all(`${PATH}/*`, answerNotFound);
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
