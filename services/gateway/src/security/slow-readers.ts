import type { FastifyInstance } from 'fastify';

/**
 * Closes a connection whose client has read nothing for so long while something is to be sent. A response that is not made
 * yet may take longer. Progress is any byte that the system takes; Node looks for it once per `timeoutMs`, so it takes up to twice that.
 */
export function giveUpSlowReaders(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', ({ socket }, { raw }, done) => {
    raw.setTimeout(timeoutMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    done();
  });
}
