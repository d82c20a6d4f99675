import type { Evidence } from '../chain/facts.ts';
import { countCredited, whyNothingCredited } from './count-credited.ts';
import type { Demand } from './demand.ts';
import { judge } from './judge.ts';
import type { Verdict } from './verdict.ts';

/** Judges credited(W, M) alone. Throws a RangeError without a wallet to credit. */
export function judgeTransfer(evidence: Evidence, demand: Demand): Verdict {
  const wallet = demand.burnWallet;
  if (wallet === null) throw new RangeError('demand.burnWallet is needed to judge a transfer');
  return judge(evidence, demand, () => {
    const credited = countCredited(evidence, demand, wallet);
    const seen = `${credited?.received} received by ${wallet}, which gained ${credited?.gain}`;
    const finding = whyNothingCredited(evidence, demand, wallet, credited) ?? { seen };
    return { burned: 0n, credited: credited?.credited ?? 0n, finding };
  });
}
