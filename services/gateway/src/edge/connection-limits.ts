import type { Socket } from 'node:net';
import type { ApiError } from '@naughty-list/contracts/errors';
import { toErrorAnswer } from '@naughty-list/service-kit/http/error-answers';
import type { FastifyInstance } from 'fastify';
import { createConcurrencyLimit, limitReached } from '../clients/concurrency-limit.ts';
import { readShareOf } from '../clients/networks.ts';
import type { Config } from '../config.ts';

const MESSAGE = 'Too many connections at once. Please try again in a moment.';

/**
 * Limits concurrent requests per client and IPv6 network, and connections when no proxy is in front (a proxy's
 * connections serve many clients).
 */
export function limitConnections(
  app: FastifyInstance,
  {
    CONNECTIONS_PER_CLIENT: perClient,
    TRUST_PROXY: trusted,
  }: Pick<Config, 'CONNECTIONS_PER_CLIENT' | 'TRUST_PROXY'>,
): void {
  const requests = createConcurrencyLimit({ perClient, shareOf: readShareOf });
  app.addHook('onRequest', ({ ip }, { raw }, done) => {
    const { full, release } = requests.acquire(ip);
    if (full) return done(limitReached(full, MESSAGE));
    raw.once('close', release);
    done();
  });
  if (trusted !== false) return;
  const connections = createConcurrencyLimit({ perClient, shareOf: readShareOf });
  app.server.prependListener('connection', (socket: Socket) => {
    const { full, release } = connections.acquire(socket.remoteAddress ?? '');
    if (full) refuse(socket, limitReached(full, MESSAGE));
    else socket.once('close', release);
  });
}

/** Before reading anything. */
function refuse(socket: Socket, refusal: ApiError): void {
  const { body, headers } = toErrorAnswer(refusal);
  const text = JSON.stringify(body);
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` +
      `Retry-After: ${headers['retry-after']}\r\nConnection: close\r\n\r\n${text}`,
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
