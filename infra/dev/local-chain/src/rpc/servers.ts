import fastify, { type FastifyInstance } from 'fastify';
import type { WebSocket, WebSocketServer } from 'ws';
import { ZodError, z } from 'zod';
import { reaches } from '../chain/history.ts';
import { applyCommand, type Fault, type Switches } from '../control/commands.ts';
import {
  Config,
  commitmentReached,
  NODE_VERSION,
  parseParams,
  RPC_ERROR,
  type RpcContext,
  RpcError,
  Signature,
  Whole,
} from './context.ts';
import { type Call, respond, run } from './dispatch.ts';

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

export type HttpOptions = {
  context: RpcContext;
  switches: Switches;
  /** Enables `POST /control`. */
  control: boolean;
};

/** The JSON-RPC server, not listening yet. */
export function createHttpServer({ context, switches, control }: HttpOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    keepAliveTimeout: KEEP_IDLE_MS,
    forceCloseConnections: true,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: unknown) => body);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(CORS_HEADERS);
  });
  app.setErrorHandler((error, _request, reply) => {
    const isInvalid = error instanceof ZodError || error instanceof SyntaxError;
    if (isInvalid) return reply.code(400).send({ error: error.message });
    const { statusCode = 500, message } = error as { statusCode?: number; message: string };
    return reply.code(statusCode).send(statusCode < 500 ? message : 'Internal error');
  });
  app.options('*', (_request, reply) => reply.code(204).send());
  app.get('/', (_request, reply) => reply.code(405).send('Used HTTP Method is not allowed'));
  app.get('/health', () => 'ok');
  app.post('/', async ({ body, raw }, reply) => {
    const answer = await respond(String(body), (call) => runUnder(call, context, switches)).catch(
      (fault: HttpFault) => fault,
    );
    if (!('status' in answer)) return answer;
    if (answer.status === 0) {
      raw.socket.destroy();
      return reply.hijack();
    }
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds);
    return reply.code(answer.status).send(`HTTP ${answer.status}`);
  });
  if (control)
    app.post('/control', ({ body }) => applyCommand(JSON.parse(String(body)), switches, context.chain.clock));
  return app;
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

/** An HTTP request that fails as a whole. */
type HttpFault = Extract<Fault, { kind: 'http' }>;

/** The result of a call under the fault that matches it. @throws HttpFault, RpcError */
async function runUnder(call: Call, context: RpcContext, switches: Switches): Promise<unknown> {
  const fault = switches.take(call.method, call.params);
  if (fault?.kind === 'http') throw fault;
  if (fault?.kind === 'error') throw new RpcError(fault.code, fault.message, fault.data);
  if (fault?.kind === 'replace') return fault.result;
  if (fault?.kind === 'hang') await switches.hang();
  const result = run(call, context);
  if (fault?.kind !== 'alter') return result;
  return fault.set.reduce<unknown>((altered, { path, value }) => setAt(altered, path, value), result);
}

/** Polling interval of a pending subscription. */
const POLL_MS = 50;

const send = (socket: WebSocket, message: unknown): void => socket.send(JSON.stringify(message));

/** Handles `signatureSubscribe` and `signatureUnsubscribe`, used by `confirmTransaction`. */
export function serveSubscriptions(server: WebSocketServer, context: RpcContext): void {
  let nextId = 1;
  const polls = new Map<number, NodeJS.Timeout>();
  const unsubscribe = (id: number): boolean => {
    clearInterval(polls.get(id));
    return polls.delete(id);
  };
  const subscribe = (socket: WebSocket, { params }: Call): number => {
    const subscription = nextId++;
    const [signature, { commitment }] = parseParams(z.tuple([Signature, Config]), params);
    const poll = (): void => {
      const record = context.chain.history.find(signature);
      if (!record || !reaches(commitmentReached(context, record), commitment)) return;
      unsubscribe(subscription);
      const { slot, meta } = record;
      const result = { context: { apiVersion: NODE_VERSION, slot }, value: { err: meta.err } };
      send(socket, { jsonrpc: '2.0', method: 'signatureNotification', params: { result, subscription } });
    };
    polls.set(subscription, setInterval(poll, POLL_MS));
    socket.once('close', () => unsubscribe(subscription));
    return subscription;
  };
  const run = (socket: WebSocket, call: Call): unknown => {
    if (call.method === 'signatureSubscribe') return subscribe(socket, call);
    if (call.method === 'signatureUnsubscribe')
      return unsubscribe(parseParams(z.tuple([Whole]), call.params)[0]);
    throw new RpcError(RPC_ERROR.methodNotFound, 'Method not found');
  };
  server.on('connection', (socket) => {
    socket.on('message', async (data) =>
      send(socket, await respond(String(data), (call) => run(socket, call))),
    );
    socket.on('error', () => socket.terminate());
  });
}
