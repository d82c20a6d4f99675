import type { Evidence } from '../chain/facts.ts';
import { countBurned, mintsInSecret, whyNothingBurned } from './count-burned.ts';
import type { Demand } from './demand.ts';
import { judge } from './judge.ts';
import { reject, type Verdict } from './verdict.ts';

/** Judges burned(M) alone: tokens taken out of the supply by any instruction at any depth. */
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
