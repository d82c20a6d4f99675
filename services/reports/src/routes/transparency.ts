import { getReconciliation } from '@naughty-list/contracts/reconciliation';
import { getTransparency, type Transparency } from '@naughty-list/contracts/transparency';
import { cached } from '@naughty-list/service-kit/http/cached';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { readTransparency } from '../publication/transparency.ts';

const CALL_MS = 2_000;
const CACHE = { max: 1, ttlMs: 5_000 };

export function transparencyRoute({ db, clock, chainVerifier, log }: Context): Route {
  const answers = cached<Promise<Transparency>>(CACHE);
  const readReconciliation = () =>
    chainVerifier.call(getReconciliation, {}, { signal: AbortSignal.timeout(CALL_MS) }).catch((err) => {
      log.warn({ err }, 'could not read the reconciliation: the figures are sent without it');
      return { figures: null };
    });
  const read = async () => {
    const [figures, reconciliation] = await Promise.all([
      readTransparency(db, clock.now()),
      readReconciliation(),
    ]);
    return { ...figures, reconciliation: reconciliation.figures };
  };
  return route(getTransparency, () => answers.get('figures', read));
}
