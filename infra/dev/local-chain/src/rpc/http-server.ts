import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Switches } from '../control/commands.ts';
import { applyCommand, type Fault, UnknownCommandError } from '../control/commands.ts';
import { GENESIS_HEADER } from '../genesis/genesis.ts';
import type { RpcContext } from './context.ts';
import { type Answer, type Call, failure, idOf, readCall, run } from './dispatch.ts';
import { RPC_ERROR, RpcError } from './rpc-error.ts';

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

/** A copy of a JSON value with the target of a JSON pointer replaced. Missing steps are created as objects. */
function setAt(document: unknown, pointer: string, value: unknown): unknown {
  const copy = structuredClone(document);
  const steps = pointer.split('/').slice(1);
  const last = steps.pop() ?? '';
  let at = copy as { [key: string]: unknown };
  for (const step of steps) {
    at[step] ??= {};
    at = at[step] as { [key: string]: unknown };
  }
  at[last] = value;
  return copy;
}

/** An HTTP request that a fault makes fail as a whole. */
export class HttpFaultError extends Error {
  override name = 'HttpFaultError';
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  constructor(status: number, retryAfterSeconds: number | undefined) {
    super(`HTTP ${status}`);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The result of a call under a fault. @throws HttpFaultError, RpcError */
async function runUnder(
  fault: Fault | null,
  call: Call,
  context: RpcContext,
  switches: Switches,
): Promise<unknown> {
  switch (fault?.kind) {
    case 'http':
      throw new HttpFaultError(fault.status, fault.retryAfterSeconds);
    case 'error':
      throw new RpcError(fault.code, fault.message, fault.data);
    case 'replace':
      return fault.result;
    case 'hang':
      await switches.hang();
      break;
    default:
  }
  const result = run(call, context);
  if (fault?.kind !== 'alter') return result;
  return fault.set.reduce<unknown>((altered, { path, value }) => setAt(altered, path, value), result);
}

/** Responds to the JSON of one request object. @throws HttpFaultError */
export async function answer(text: string, context: RpcContext, switches: Switches): Promise<Answer> {
  let request: unknown = null;
  try {
    request = parseJson(text);
    const call = readCall(request);
    const fault = switches.take(call.method, call.params);
    return { jsonrpc: '2.0', id: call.id, result: await runUnder(fault, call, context, switches) };
  } catch (error) {
    if (error instanceof HttpFaultError) throw error;
    return failure(idOf(request), error);
  }
}

/** @throws RpcError when the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError(RPC_ERROR.parse, 'Parse error');
  }
}
