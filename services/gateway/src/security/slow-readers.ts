import type { FastifyInstance } from 'fastify';

/**
 * Closes a connection whose client has read nothing for so long while something is to be sent. A response that is not made
 * yet may take longer. Progress is what Node sees of it: any byte that the system takes.
 */
export function giveUpSlowReaders(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', ({ socket }, { raw }, done) => {
    raw.setTimeout(timeoutMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    done();
  });
}
