import type { Fault } from '../control/commands.ts';
import type { Switches } from '../control/switches.ts';
import type { RpcContext } from './context.ts';
import { type Answer, type Call, failure, idOf, readCall, run } from './dispatch.ts';
import { RPC_ERROR, RpcError } from './rpc-error.ts';

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
