import { SERVICE_AUTH_HEADER, verifyCall } from '@naughty-list/service-kit/service-auth';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';

/**
 * Metrics for Prometheus, on the service's own port only: the gateway passes nothing on to it. Whoever comes from this
 * machine or a private network may read it, everybody else has to sign the call as services do.
 * `refresh` is called first: what it finds out is in the next answer.
 */
export function addMetrics(
  app: FastifyInstance,
  { metrics, clock, config }: Context,
  refresh: () => unknown,
): void {
  app.get('/metrics', async (request, reply) => {
    const header = request.headers[SERVICE_AUTH_HEADER];
    const { method, url: path } = request;
    const signed = verifyCall({ header, secret: config.INTERNAL_SECRET, method, path, now: clock.now() });
    if (!signed && !isNearby(request))
      return reply.code(401).send({ message: 'Unauthorized', code: 'unauthorized' });
    refresh();
    const { text, contentType } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}

/** The address of the socket; a header that tells of another one is not believed, and marks a proxy's call. */
function isNearby({ socket, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return isPrivateAddress(socket.remoteAddress ?? '');
}

/** Loopback, link-local and private ranges (RFC 1918, RFC 4193). */
export function isPrivateAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return (
    /^(127|10)\.\d+\.\d+\.\d+$/.test(plain) ||
    /^(192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+$/.test(plain) ||
    plain === '::1' ||
    /^(f[cd]..|fe[89ab].):/.test(plain)
  );
}
