import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../clients/rate-limits.ts';
import type { Context } from '../context.ts';
import { addLater } from '../later/add-later.ts';
import { sessionCookie } from '../sessions/add-sessions.ts';

const PATH = '/api/docs';

/** Serves the OpenAPI document at `/api/docs/json` and its reference page at `/api/docs`. */
export async function addDocs(app: FastifyInstance, context: Context, limits: RateLimits): Promise<void> {
  await app.register((docs, _options, done) => {
    docs.addHook('onRequest', limits.reads);
    addLater(docs, {
      path: PATH,
      fixed: true,
      packages: ['@fastify/swagger', '@fastify/swagger-ui'],
      make: async () => (await import('./docs-page.ts')).createDocsPage(PATH, sessionCookie(context).name),
      log: context.log,
    });
    done();
  });
}
