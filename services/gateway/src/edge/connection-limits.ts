import type { Socket } from 'node:net';
import { ApiError, type ErrorBody } from '@naughty-list/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { readShareOf } from '../clients/networks.ts';
import { createPlaces } from '../clients/places.ts';
import type { Config } from '../config.ts';

const RETRY_AFTER_SECONDS = 5;
const MESSAGE = 'Too many connections at once. Please try again in a moment.';

/**
 * Limits concurrent requests per client and IPv6 network, and connections when no proxy is in front (a proxy's
 * connections serve many clients).
 */
export function limitConnections(
  app: FastifyInstance,
  {
    CONNECTIONS_PER_CLIENT: max,
    TRUST_PROXY: trusted,
  }: Pick<Config, 'CONNECTIONS_PER_CLIENT' | 'TRUST_PROXY'>,
): void {
  const requests = createPlaces(max, readShareOf);
  app.addHook('onRequest', ({ ip }, { raw }, done) => {
    if (requests.full(ip)) {
      done(new ApiError('too_many_requests', MESSAGE, { retryAfter: RETRY_AFTER_SECONDS }));
      return;
    }
    raw.once('close', requests.take(ip));
    done();
  });
  if (trusted !== false) return;
  const connections = createPlaces(max, readShareOf);
  app.server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (connections.full(address)) refuse(socket);
    else socket.once('close', connections.take(address));
  });
}

/** Before reading anything. */
function refuse(socket: Socket): void {
  const body = {
    message: MESSAGE,
    code: 'too_many_requests',
    retryAfter: RETRY_AFTER_SECONDS,
  } satisfies ErrorBody;
  const text = JSON.stringify(body);
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` +
      `Retry-After: ${RETRY_AFTER_SECONDS}\r\nConnection: close\r\n\r\n${text}`,
    () => socket.destroy(),
  );
}

/**
 * Closes a connection whose client reads nothing for `timeoutMs` while data is pending; a response still being
 * prepared is not affected. Node checks for progress once per `timeoutMs`, so closing takes up to twice that.
 */
export function closeSlowReaders(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', ({ socket }, { raw }, done) => {
    raw.setTimeout(timeoutMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    done();
  });
}
