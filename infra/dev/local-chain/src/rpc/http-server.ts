import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { applyCommand, UnknownCommandError } from '../control/apply-command.ts';
import type { Switches } from '../control/switches.ts';
import { GENESIS_HEADER } from '../genesis/genesis.ts';
import { answer, HttpFaultError, parseJson } from './answer.ts';
import type { RpcContext } from './context.ts';
import { RpcError } from './rpc-error.ts';

/** Maximum request body; nodes allow 50 KiB, but a result to replace may be longer. */
const MAX_BODY_BYTES = 1_048_576;

/** Long enough that no client of a busy machine sends on a connection being closed. */
const KEEP_IDLE_MS = 600_000;

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: { [name: string]: string } = {},
) {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain' : 'application/json';
  response.writeHead(status, { ...CORS_HEADERS, 'content-type': `${type}; charset=utf-8`, ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

export type HttpOptions = {
  context: RpcContext;
  switches: Switches;
  /** Enables `POST /control`. */
  control: boolean;
};

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpOptions,
): Promise<void> {
  const { context, switches, control } = options;
  const path = new URL(request.url ?? '/', 'http://local').pathname;
  if (request.method === 'OPTIONS') return reply(response, 204, '');
  if (request.method === 'GET' && path === '/health') {
    return reply(response, 200, 'ok', { [GENESIS_HEADER]: context.chain.genesisHash });
  }
  if (request.method !== 'POST')
    return reply(response, 405, 'Used HTTP Method is not allowed. POST or OPTIONS is required');
  const body = await readBody(request);
  if (control && path === '/control') {
    return reply(response, 200, applyCommand(parseJson(body), switches, context.chain.clock));
  }
  if (path !== '/') return reply(response, 404, 'Not found');
  reply(response, 200, await answer(body, context, switches));
}

function fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (error instanceof HttpFaultError) {
    if (error.status === 0) {
      request.socket.destroy();
      return;
    }
    const { retryAfterSeconds } = error;
    const headers =
      retryAfterSeconds === undefined ? undefined : { 'retry-after': String(retryAfterSeconds) };
    reply(response, error.status, error.message, headers);
  } else if (error instanceof BodyTooLargeError) {
    reply(response, 413, 'Request body is too large', { connection: 'close' });
  } else if (error instanceof UnknownCommandError || error instanceof RpcError) {
    reply(response, 400, { error: error.message });
  } else if (!response.destroyed) {
    reply(response, 500, 'Internal error');
  }
}

/** The JSON-RPC server, not listening yet. */
export function createHttpServer(options: HttpOptions): Server {
  return createServer({ keepAliveTimeout: KEEP_IDLE_MS }, (request, response) => {
    handle(request, response, options).catch((error: unknown) => fail(error, request, response));
  });
}
