import { removalTexts } from '@naughty-list/contracts/removal';
import type { RpcFaultCode } from '../providers/rpc-fault.ts';
import type { UnknownCode } from '../verdicts/verdict.ts';

/** Why a payment is not decided yet; `fault` is one of the house's own, which the log tells. */
export type PendingCode = UnknownCode | RpcFaultCode | 'not_finalized' | 'fault';

/** What a person is told while nothing is decided. */
export function pendingMessage(code: PendingCode): string {
  return code === 'not_found_yet' ? removalTexts.notFound : removalTexts.pending;
}

/** Nothing is decided yet, and asking again can change that. */
export class NotDecidedYet extends Error {
  readonly code: PendingCode;

  constructor(code: PendingCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'NotDecidedYet';
    this.code = code;
  }
}
