import { z } from 'zod';
import { RPC_ERROR, type RpcContext, RpcError, type RpcMethod } from './context.ts';
import { accountMethods } from './methods/accounts.ts';
import { clusterMethods } from './methods/cluster.ts';
import { historyMethods } from './methods/history.ts';
import { sendingMethods } from './methods/sending.ts';

/** All HTTP methods of the chain. */
const METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({ ...clusterMethods, ...accountMethods, ...sendingMethods, ...historyMethods }),
);

const Id = z.union([z.string(), z.number()]).nullable().catch(null);
const Request = z.object({ jsonrpc: z.literal('2.0'), method: z.string(), params: z.unknown().optional() });
export type Call = { method: string; params?: unknown };

export type RpcFailure = { code: number; message: string; data?: unknown };
export type Answer = { jsonrpc: '2.0'; id: string | number | null } & (
  | { result: unknown }
  | { error: RpcFailure }
);

/** Answers the JSON text of one request object. @param work runs the call; what it throws is the answer's error */
export async function respond(text: string, work: (call: Call) => unknown): Promise<Answer> {
  let request: unknown;
  let outcome: { result: unknown } | { error: RpcFailure };
  try {
    request = parse(text);
    const { success, data } = Request.safeParse(request);
    if (!success) throw new RpcError(RPC_ERROR.invalidRequest, 'Invalid request');
    outcome = { result: await work(data) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    outcome = { error: failureOf(error) };
  }
  const { data: id = null } = z
    .object({ id: Id })
    .transform((named) => named.id)
    .safeParse(request);
  return { jsonrpc: '2.0', id, ...outcome };
}

/** Runs a method. @throws RpcError for the caller's errors, anything else for faults of the chain */
export function run({ method, params }: Call, context: RpcContext): unknown {
  const known = METHODS.get(method);
  if (!known) throw new RpcError(RPC_ERROR.methodNotFound, 'Method not found');
  return known(params, context);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError(RPC_ERROR.parse, 'Parse error');
  }
}

function failureOf(error: Error): RpcFailure {
  if (!(error instanceof RpcError)) return { code: RPC_ERROR.internal, message: error.message };
  const { code, message, data } = error;
  return { code, message, ...(data === undefined ? {} : { data }) };
}
