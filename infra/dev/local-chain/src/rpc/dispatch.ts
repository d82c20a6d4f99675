import type { RpcContext, RpcMethod } from './context.ts';
import { accountMethods, tokenMethods } from './methods/accounts.ts';
import { blockhashMethods, clusterMethods } from './methods/cluster.ts';
import { historyMethods } from './methods/history.ts';
import { sendingMethods } from './methods/sending.ts';
import type { Params } from './params.ts';
import { RPC_ERROR, RpcError } from './rpc-error.ts';

/** All HTTP methods of the chain. */
const METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({
    ...clusterMethods,
    ...blockhashMethods,
    ...accountMethods,
    ...tokenMethods,
    ...sendingMethods,
    ...historyMethods,
  }),
);

export type CallId = string | number | null;
export type Call = { id: CallId; method: string; params: Params };

export type RpcFailure = { code: number; message: string; data?: unknown };
export type Answer =
  | { jsonrpc: '2.0'; id: CallId; result: unknown }
  | { jsonrpc: '2.0'; id: CallId; error: RpcFailure };

/** Parses one JSON-RPC 2.0 request object. @throws RpcError when invalid */
export function readCall(value: unknown): Call {
  const invalid = new RpcError(RPC_ERROR.invalidRequest, 'Invalid request');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid;
  const { method, params, jsonrpc } = value as { [key: string]: unknown };
  if (typeof method !== 'string' || jsonrpc !== '2.0') throw invalid;
  if (params !== undefined && params !== null && !Array.isArray(params)) {
    throw new RpcError(RPC_ERROR.invalidParams, '`params` should be an array');
  }
  return { id: idOf(value), method, params: params ?? [] };
}

/** The id of an unparseable request, if it has one. */
export function idOf(value: unknown): CallId {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}

/** Runs a method. @throws RpcError for the caller's errors, anything else for faults of the chain */
export function run(call: Call, context: RpcContext): unknown {
  const method = METHODS.get(call.method);
  if (!method) throw new RpcError(RPC_ERROR.methodNotFound, 'Method not found');
  return method(call.params, context);
}

/** Converts an error into a response. */
export function failure(id: CallId, error: unknown): Answer {
  const { code, message, data } =
    error instanceof RpcError
      ? error
      : {
          code: RPC_ERROR.internal,
          message: error instanceof Error ? error.message : 'Internal error',
          data: undefined,
        };
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
