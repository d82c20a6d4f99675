import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** Attempts to find a free pair of neighbouring ports. */
const PAIR_ATTEMPTS = 50;
const HIGHEST_PORT = 65_535;
const MAX_MESSAGE_BYTES = 1_048_576;

function listenHttp(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const closeHttp = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

function listenWebSocket(host: string, port: number): Promise<WebSocketServer> {
  return new Promise((resolve, reject) => {
    const server = new WebSocketServer({ host, port, maxPayload: MAX_MESSAGE_BYTES });
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * Listens for HTTP on `port` and for websockets on the next one, where clients expect it. Port 0 takes any free pair.
 * @throws Error with code EADDRINUSE and one clear line when a given port or its neighbour is taken
 */
export async function listenPair(
  server: Server,
  host: string,
  port: number,
): Promise<{ port: number; webSockets: WebSocketServer }> {
  for (let attempt = 0; attempt < PAIR_ATTEMPTS; attempt++) {
    try {
      const taken = await listenHttp(server, host, port);
      if (taken === HIGHEST_PORT) throw Object.assign(new Error('no next port'), { code: 'EADDRINUSE' });
      return { port: taken, webSockets: await listenWebSocket(host, taken + 1) };
    } catch (error) {
      if (server.listening) await closeHttp(server);
      if (!isTaken(error)) throw error;
      if (port !== 0) {
        const message = `port ${port} or ${port + 1} on ${host} is taken: the local chain needs both`;
        throw Object.assign(new Error(message), { code: 'EADDRINUSE' });
      }
    }
  }
  throw new Error('no two neighbouring ports are free');
}
