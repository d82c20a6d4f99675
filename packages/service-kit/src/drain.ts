import type { Health } from '@naughty-list/contracts/health';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * From now on it serves, but is not ready, and every answer asks its caller to open another connection next time, which a
     * balancer leads to another copy.
     */
    drain(): void;
    /** Whether that has begun. */
    isDraining(): boolean;
  }
}

export const READY_PATH = '/health/ready';

const stopping: Health = { status: 'unavailable', checks: { stopping: 'failed' } };

/** `app.drain()`: what comes before a close that nobody notices. A close without it drains while it finishes. */
export function addDrain(app: FastifyInstance): void {
  let draining = false;
  const drain = () => {
    draining = true;
  };
  app.decorate('drain', drain);
  app.decorate('isDraining', () => draining);
  app.addHook('preClose', async () => drain());
  app.addHook('onRequest', (request, reply, done) => {
    if (draining && request.routeOptions.url === READY_PATH) reply.code(503).send(stopping);
    else done();
  });
  // As it is sent, not as it came: who began to wait before must not come back on this connection either.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close');
    done(null, payload);
  });
}
