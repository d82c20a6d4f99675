import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginCallback } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import { buildOpenApi } from './openapi.ts';

/**
 * The OpenAPI document and its reference page below `path`, self-hosted without a CDN. `cookieName` is the admin
 * session's.
 */
export function createDocsPage(path: string, cookieName: string): FastifyPluginCallback {
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
