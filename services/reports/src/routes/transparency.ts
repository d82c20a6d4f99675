import { getReconciliation, type ReconciliationFigures } from '@naughty-list/contracts/reconciliation';
import { getTransparency } from '@naughty-list/contracts/transparency';
import { cachedByCost } from '@naughty-list/service-kit/http/cached';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { readTransparency } from '../publication/transparency.ts';

const CALL_MS = 2_000;

export function transparencyRoute({ db, clock, chainVerifier, log }: Context): Route {
  const read = cachedByCost(() => readTransparency(db, clock.now()));
  const readReconciliation = cachedByCost(
    (): Promise<ReconciliationFigures | null> =>
      chainVerifier.call(getReconciliation, {}, { signal: AbortSignal.timeout(CALL_MS) }).then(
        ({ figures }) => figures,
        (err) => {
          log.warn({ err }, 'could not read the reconciliation: the figures are sent without it');
          return null;
        },
      ),
  );
  return route(getTransparency, async () => {
    const [figures, reconciliation] = await Promise.all([read(), readReconciliation()]);
    return { ...figures, reconciliation };
  });
}
