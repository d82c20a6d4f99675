import type { WebSocket, WebSocketServer } from 'ws';
import { type Commitment, reaches } from '../chain/commitment.ts';
import type { Switches } from '../control/switches.ts';
import { commitmentReached, NODE_VERSION, type RpcContext } from './context.ts';
import { type Call, failure, idOf, readCall } from './dispatch.ts';
import { commitmentParam, configParam, numberParam, signatureParam } from './params.ts';
import { RPC_ERROR, RpcError } from './rpc-error.ts';

/** Polling interval of pending subscriptions. */
const POLL_MS = 50;

type Subscription = {
  id: number;
  socket: WebSocket;
  signature: string;
  commitment: Commitment;
  /** Whether the caller also wants a notification when the transaction was received. */
  announceReceived: boolean;
};

const send = (socket: WebSocket, message: unknown): void => socket.send(JSON.stringify(message));

function notify({ id, socket }: Subscription, slot: number, value: unknown): void {
  send(socket, {
    jsonrpc: '2.0',
    method: 'signatureNotification',
    params: { result: { context: { apiVersion: NODE_VERSION, slot }, value }, subscription: id },
  });
}

/** Sends pending notifications to a subscriber. @returns true when it was the last */
function deliver(subscription: Subscription, context: RpcContext): boolean {
  const record = context.chain.history.find(subscription.signature);
  const reached = record ? commitmentReached(context, record) : null;
  if (!record || reached === null) return false;
  if (subscription.announceReceived) {
    subscription.announceReceived = false;
    notify(subscription, record.slot, 'receivedSignature');
  }
  if (!reaches(reached, subscription.commitment)) return false;
  notify(subscription, record.slot, { err: record.meta.err });
  return true;
}

/** Handles `signatureSubscribe` and `signatureUnsubscribe`, used by `confirmTransaction`. */
export function serveSubscriptions(server: WebSocketServer, context: RpcContext, switches: Switches): void {
  let nextId = 1;
  const subscriptions = new Map<number, Subscription>();
  let timer: NodeJS.Timeout | null = null;

  const poll = (): void => {
    for (const subscription of subscriptions.values()) {
      if (deliver(subscription, context)) subscriptions.delete(subscription.id);
    }
    if (subscriptions.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
  const subscribe = (socket: WebSocket, { params }: Call): number => {
    const config = configParam(params[1]);
    const subscription: Subscription = {
      id: nextId++,
      socket,
      signature: signatureParam(params[0]),
      commitment: commitmentParam(config),
      announceReceived: config.enableReceivedNotification === true,
    };
    subscriptions.set(subscription.id, subscription);
    timer ??= setInterval(poll, POLL_MS).unref();
    return subscription.id;
  };
  const run = (socket: WebSocket, call: Call): unknown => {
    if (call.method === 'signatureSubscribe') return subscribe(socket, call);
    if (call.method === 'signatureUnsubscribe') return subscriptions.delete(numberParam(call.params[0]));
    throw new RpcError(RPC_ERROR.methodNotFound, 'Method not found');
  };
  const answer = async (socket: WebSocket, text: string): Promise<void> => {
    let request: unknown = null;
    try {
      request = JSON.parse(text);
      const call = readCall(request);
      const fault = switches.take(call.method, call.params);
      if (fault?.kind === 'hang') await switches.hang();
      if (fault?.kind === 'error') throw new RpcError(fault.code, fault.message, fault.data);
      // web3.js occasionally sends a bare "ping" notification.
      if (call.isNotification) return;
      send(socket, { jsonrpc: '2.0', id: call.id, result: run(socket, call) });
    } catch (error) {
      send(socket, failure(idOf(request), error));
    }
  };
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      answer(socket, data.toString()).catch(() => socket.terminate());
    });
    socket.on('close', () => {
      for (const subscription of subscriptions.values()) {
        if (subscription.socket === socket) subscriptions.delete(subscription.id);
      }
    });
    socket.on('error', () => socket.terminate());
  });
  server.on('close', () => {
    if (timer) clearInterval(timer);
  });
}
