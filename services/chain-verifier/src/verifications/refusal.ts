import type { Demand } from '../verdicts/demand.ts';
import { type RefusalCode, refusalMessage } from '../verdicts/messages.ts';
import type { Decision } from './verification.ts';

/** A refusal that no rule of the judge stands behind: what the house itself knows. */
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
