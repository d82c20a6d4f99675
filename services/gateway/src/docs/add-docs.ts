import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { addLazyPlugin } from '../responses/lazy-plugin.ts';

const PATH = '/api/docs';

/** Serves the OpenAPI document at `/api/docs/json` and its reference page at `/api/docs`. */
export async function addDocs(
  app: FastifyInstance,
  { cookieName, limit, log }: { cookieName: string; limit: onRequestHookHandler; log: Log },
): Promise<void> {
  await app.register((docs, _options, done) => {
    docs.addHook('onRequest', limit);
    addLazyPlugin(docs, {
      path: PATH,
      fixed: true,
      packages: ['@fastify/swagger', '@fastify/swagger-ui'],
      make: async () => (await import('./docs-page.ts')).createDocsPage(PATH, cookieName),
      log,
    });
    done();
  });
}
