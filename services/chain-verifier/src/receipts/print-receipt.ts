import { formatBaseUnits } from '@naughty-list/contracts/tokens';
import type { Receipt } from './recompute.ts';

/** Formats a receipt as text lines: the transaction, the demand, one line per rule, and the verdict. */
export function printReceipt({ evidence, from, demand, verdict }: Receipt): string[] {
  const tokens = (baseUnits: bigint) => `${formatBaseUnits(baseUnits, demand.decimals)} tokens`;
  const { blockTime } = evidence;
  const time = blockTime === null ? 'at an unknown time' : new Date(blockTime * 1_000).toISOString();
  const where = demand.burnWallet === null ? 'burned' : `burned or sent to ${demand.burnWallet}`;
  return [
    `transaction  ${evidence.signature}`,
    `             slot ${evidence.slot}, ${time}, fee paid by ${evidence.feePayer}`,
    `evidence     ${from}${evidence.signaturesChecked ? ', signatures checked' : ''}`,
    `demand       at least ${tokens(demand.minimum)} of ${demand.mint} ${where}`,
    `             rule set ${demand.ruleSet}, reference ${demand.referenceKey ?? demand.reference}, since ${new Date(demand.notBefore * 1_000).toISOString()}, without a reference: ${demand.unbound}`,
    ...verdict.rules.map(
      ({ rule, passed, seen }) => `${passed ? 'passed' : 'FAILED'}       ${rule}: ${seen}`,
    ),
    verdict.outcome === 'accepted'
      ? `verdict      accepted: ${tokens(verdict.amount)} (${verdict.burned} base units burned, ${verdict.credited} credited)`
      : `verdict      ${verdict.outcome === 'rejected' ? 'rejected' : 'not decided'}: ${verdict.code}`,
  ];
}
