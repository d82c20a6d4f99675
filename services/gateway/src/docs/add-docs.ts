import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import type { RateLimits } from '../clients/rate-limits.ts';
import type { Context } from '../context.ts';
import { sessionCookie } from '../sessions/add-sessions.ts';
import { buildOpenApi } from './openapi.ts';

/** The API's document at `/api/docs/json`, and a page to read and try it at `/api/docs`; all from here, no CDN. */
export async function addDocs(app: FastifyInstance, context: Context, limits: RateLimits): Promise<void> {
  const document = buildOpenApi({
    version: packageJson.version,
    cookieName: sessionCookie(context).name,
  });
  await app.register((docs, _options, done) => {
    docs.addHook('onRequest', limits.reads);
    docs.register(swagger, { mode: 'static', specification: { document } });
    docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      theme: { title: 'API · The Naughty List' },
      uiConfig: {
        docExpansion: 'list',
        defaultModelsExpandDepth: -1,
        syntaxHighlight: false,
        layout: 'BaseLayout',
      },
    });
    done();
  });
}
