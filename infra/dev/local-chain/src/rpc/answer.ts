import { setTimeout as sleep } from 'node:timers/promises';
import { setAt } from '../control/alter.ts';
import type { Fault } from '../control/commands.ts';
import type { Switches } from '../control/switches.ts';
import type { RpcContext } from './context.ts';
import { type Answer, type Call, failure, idOf, readCall, run } from './dispatch.ts';
import { RpcError } from './rpc-error.ts';

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
    case 'slow':
      await sleep(fault.ms);
      break;
    default:
  }
  const result = run(call, context);
  if (fault?.kind !== 'alter') return result;
  return fault.set.reduce<unknown>((altered, { path, value }) => setAt(altered, path, value), result);
}

/** Responds to one request object; null for a notification. @throws HttpFaultError */
export async function answerOne(
  value: unknown,
  context: RpcContext,
  switches: Switches,
): Promise<Answer | null> {
  try {
    const call = readCall(value);
    const fault = switches.take(call.method, call.params);
    const result = await runUnder(fault, call, context, switches);
    return call.isNotification ? null : { jsonrpc: '2.0', id: call.id, result };
  } catch (error) {
    if (error instanceof HttpFaultError) throw error;
    return failure(idOf(value), error);
  }
}
