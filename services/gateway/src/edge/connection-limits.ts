import type { Socket } from 'node:net';
import { ApiError, type ErrorBody } from '@naughty-list/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { networksOf } from '../clients/networks.ts';
import type { Config } from '../config.ts';

const RETRY_AFTER_SECONDS = 5;
const MESSAGE = 'Too many connections at once. Please try again in a moment.';

/**
 * Limits concurrent requests per client, and connections when no proxy is in front (a proxy's connections serve many
 * clients).
 */
export function limitConnections(
  app: FastifyInstance,
  {
    CONNECTIONS_PER_CLIENT: max,
    TRUST_PROXY: trusted,
  }: Pick<Config, 'CONNECTIONS_PER_CLIENT' | 'TRUST_PROXY'>,
): void {
  const requests = createPlaces(max);
  app.addHook('onRequest', ({ ip }, { raw }, done) => {
    const client = clientOf(ip);
    if (requests.take(client)) {
      raw.once('close', () => requests.giveBack(client));
      done();
    } else done(new ApiError('too_many_requests', MESSAGE, { retryAfter: RETRY_AFTER_SECONDS }));
  });
  if (trusted !== false) return;
  const connections = createPlaces(max);
  app.server.prependListener('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress ?? '');
    if (connections.take(client)) socket.once('close', () => connections.giveBack(client));
    else refuse(socket);
  });
}

const clientOf = (address: string) => networksOf(address)[0]?.key ?? address;

function createPlaces(max: number) {
  const taken = new Map<string, number>();
  return {
    take(client: string): boolean {
      const count = taken.get(client) ?? 0;
      if (count >= max) return false;
      taken.set(client, count + 1);
      return true;
    },
    giveBack(client: string): void {
      const left = (taken.get(client) ?? 1) - 1;
      if (left > 0) taken.set(client, left);
      else taken.delete(client);
    },
  };
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
