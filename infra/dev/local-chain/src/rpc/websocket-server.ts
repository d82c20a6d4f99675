import type { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { reaches } from '../chain/history.ts';
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
import { type Call, respond } from './dispatch.ts';

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
