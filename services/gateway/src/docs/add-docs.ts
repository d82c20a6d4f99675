import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Database } from '@naughty-list/service-kit/database/database';
import { cached } from '@naughty-list/service-kit/http/cached';
import { QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import { answerNotFound } from '@naughty-list/service-kit/http/error-answers';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import fastify, { type FastifyPluginAsync } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import { adminOf } from '../admin/require-admin.ts';
import { addPanelUnavailable } from '../panel-unavailable.ts';
import { inScope } from '../proxy/proxy.ts';
import { createDocument, type Document, sendDocument } from '../responses/cached-response.ts';
import { addSessions, type SessionParts } from '../sessions/add-sessions.ts';
import { type DocumentedEndpoint, documentedEndpoints } from './documented-endpoints.ts';
import { ADMIN_SESSION, documentedPath, operationOf } from './operation.ts';

const PATH = '/api/docs';
/** The public page about the API. */
const DEVELOPERS = '/developers';

type Parts = SessionParts & { db: Database; limit: onRequestHookHandler };

/** Serves the OpenAPI document to everyone and the console at `/api/docs`, which can make calls, to admins. */
export async function addDocs(app: FastifyInstance, parts: Parts): Promise<void> {
  const written = cached<ReturnType<typeof writeDocument>>({ max: 1 });
  await inScope(app, (scope) => {
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
      inScope(scope, (docs) => {
        docs.addHook('onRequest', (request, reply) => admitAdmins(parts.db, request, reply));
        docs.register(createConsole(PATH));
        docs.all(`${PATH}/*`, answerNotFound);
      });
    });
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

const KEPT = { quality: QUICK_BROTLI, headers: { 'cache-control': 'max-age=600' } };

/** The OpenAPI document, as JSON and as YAML. `cookieName` is the admin session's. */
export async function writeDocument(cookieName: string): Promise<Record<'json' | 'yaml', Document>> {
  const document = buildOpenApi({ version: packageJson.version, cookieName });
  const app = fastify();
  await app.register(swagger, { mode: 'static', specification: { document } }).ready();
  return {
    json: createDocument('application/json; charset=utf-8', JSON.stringify(document), KEPT),
    yaml: createDocument('application/x-yaml', app.swagger({ yaml: true }), KEPT),
  };
}

/** The console, which reads the document below `path`, where the caller answers with it, and makes calls; self-hosted without a CDN. */
export function createConsole(path: string): FastifyPluginAsync {
  return async (docs) => {
    const info = { title: 'Never sent', version: packageJson.version };
    docs.register(swagger, {
      mode: 'static',
      specification: { document: { openapi: '3.1.1', info, paths: {} } },
    });
    docs.register(swaggerUi, {
      routePrefix: path,
      theme: { title: 'API · The Naughty List' },
      uiConfig: {
        docExpansion: 'list',
        defaultModelsExpandDepth: -1,
        syntaxHighlight: false,
        layout: 'BaseLayout',
      },
    });
  };
}

const DESCRIPTION = `The public API of the Naughty List, generated from its contracts. JSON in and JSON out, unless stated otherwise.

Every refusal is \`{ "message", "code" }\`: the message can be shown to people; the code is for programs.
Operations with a lock need an admin session: log in, and the browser keeps its cookie.

**Proof of work.** After ten reports, statements, appeals or nice reports in an hour, or during a flood, these calls get a 428
with a \`challenge\`. Find the \`counter\`, counting from 0, for which PBKDF2-HMAC-SHA-256 of the password (the bytes of \`nonce\`
followed by the counter as four bytes, big-endian), with the bytes of \`salt\`, \`cost\` iterations and \`keyLength\` bytes of output,
begins with the bytes of \`keyPrefix\` (all in hexadecimal). Then repeat the call with the header \`x-challenge-solution\`: the JSON
\`{ "challenge": <as received>, "solution": { "counter": <number>, "derivedKey": "<hex>" } }\` in base64. A solution counts once, within
ten minutes, for the client and the operation that were challenged. The library \`altcha-lib\` does all of this (\`solveChallenge\`).`;

/** OpenAPI 3.1 of all public endpoints. `cookieName` is the admin session's. */
export function buildOpenApi(
  { version, cookieName }: { version: string; cookieName: string },
  endpoints: readonly DocumentedEndpoint[] = documentedEndpoints,
) {
  const byPath = Object.groupBy(endpoints, ({ endpoint }) => documentedPath(endpoint));
  const paths: Record<string, object> = Object.fromEntries(
    Object.entries(byPath).map(([path, ofPath = []]) => [
      path,
      Object.fromEntries(ofPath.map((each) => [each.endpoint.method.toLowerCase(), operationOf(each)])),
    ]),
  );
  return {
    openapi: '3.1.1',
    info: { title: 'The Naughty List', version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        [ADMIN_SESSION]: {
          type: 'apiKey' as const,
          in: 'cookie',
          name: cookieName,
          description:
            'Set by `POST /api/admin/login`; HttpOnly, so the browser sends it by itself. `moderator` or `admin` is the role needed; an admin is a moderator too.',
        },
      },
    },
  };
}
