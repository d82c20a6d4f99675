import type { Health } from '@naughty-list/contracts/health';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Keeps serving but reports not ready, and closes each connection after its response, so that clients reconnect
     * to another instance.
     */
    drain(): void;
    /** Whether `drain` was called. */
    isDraining(): boolean;
  }
}

export const LIVE_PATH = '/health/live';
export const READY_PATH = '/health/ready';

/** Liveness depends on nothing but the process itself. */
export const alive: Health = { status: 'ok', checks: {} };

/** The readiness of a process that is being stopped. */
export const stopping: Health = { status: 'unavailable', checks: { stopping: 'failed' } };

/** `app.drain()` precedes a close without errors for clients. A close without it drains while it finishes. */
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
  // On send rather than on receipt: requests that were already waiting must not reuse this connection either.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close');
    done(null, payload);
  });
}
