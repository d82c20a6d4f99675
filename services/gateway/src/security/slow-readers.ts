import type { FastifyInstance } from 'fastify';

/**
 * Closes a connection whose client reads nothing for `timeoutMs` while data is pending; a response still being
 * prepared is not affected. Node checks for progress once per `timeoutMs`, so closing takes up to twice that.
 */
export function giveUpSlowReaders(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', ({ socket }, { raw }, done) => {
    raw.setTimeout(timeoutMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    done();
  });
}
