import type { Demand } from '../verdicts/demand.ts';
import { type RefusalCode, refusalMessage } from '../verdicts/messages.ts';
import type { Decision } from './verification.ts';

/** A refusal by the service itself rather than by a rule of the judge. */
export function refusal(code: RefusalCode, demand: Demand): Decision {
  return {
    outcome: 'rejected',
    code,
    message: refusalMessage(code, demand),
    amount: null,
    decimals: demand.decimals,
    slot: null,
    rules: [{ rule: code, passed: false, seen: code }],
  };
}
