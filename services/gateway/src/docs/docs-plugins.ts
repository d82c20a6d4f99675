import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginCallback } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import { buildOpenApi } from './openapi.ts';

/** The OpenAPI document below `path`. `cookieName` is the admin session's. */
export function createDocument(path: string, cookieName: string): FastifyPluginCallback {
  const document = buildOpenApi({ version: packageJson.version, cookieName });
  return (docs, _options, done) => {
    docs.register(swagger, { mode: 'static', specification: { document } });
    docs.get(`${path}/json`, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(document)),
    );
    docs.get(`${path}/yaml`, (_request, reply) =>
      reply.type('application/x-yaml').send(docs.swagger({ yaml: true })),
    );
    done();
  };
}

/** The console, which reads the document from `path` and makes calls; self-hosted without a CDN. */
export function createConsole(path: string, cookieName: string): FastifyPluginCallback {
  const document = buildOpenApi({ version: packageJson.version, cookieName });
  return (docs, _options, done) => {
    docs.register(swagger, { mode: 'static', specification: { document } });
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
    done();
  };
}
