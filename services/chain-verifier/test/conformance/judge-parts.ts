import type { Evidence } from '../../src/chain/facts.ts';
import {
  countBurned,
  countCredited,
  mintsInSecret,
  whyNothingBurned,
  whyNothingCredited,
} from '../../src/verdicts/count-amounts.ts';
import type { Demand } from '../../src/verdicts/demand.ts';
import { judge } from '../../src/verdicts/judge-payment.ts';
import { reject, type Verdict } from '../../src/verdicts/verdict.ts';

/** Judges burned(M) alone, as section A of cases.md does: tokens taken out of the supply by any instruction. */
export function judgeBurn(evidence: Evidence, demand: Demand): Verdict {
  return judge(evidence, demand, () => {
    const burned = countBurned(evidence, demand);
    const seen = `${burned.gross} burned by ${burned.counted.length} instructions, ${burned.minted} minted`;
    const finding = mintsInSecret(evidence, demand)
      ? reject('unsupported_confidential', 'the amount that was minted is encrypted')
      : (whyNothingBurned(evidence, demand, burned) ?? { seen });
    return { burned: burned.net, credited: 0n, finding };
  });
}

/** Judges credited(W, M) alone, as section B of cases.md does. */
export function judgeTransfer(evidence: Evidence, demand: Demand): Verdict {
  const wallet = demand.burnWallet ?? '';
  return judge(evidence, demand, () => {
    const credited = countCredited(evidence, demand, wallet);
    const seen = `${credited?.received} received by ${wallet}, which gained ${credited?.gain}`;
    const finding = whyNothingCredited(evidence, demand, wallet, credited) ?? { seen };
    return { burned: 0n, credited: credited?.credited ?? 0n, finding };
  });
}
