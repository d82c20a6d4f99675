import { getTransparency } from '@naughty-list/contracts/transparency';
import { cachedByCost } from '@naughty-list/service-kit/http/cached';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { readTransparency } from '../transparency/read-transparency.ts';

export function transparencyRoute({ db, clock }: Context): Route {
  const read = cachedByCost(() => readTransparency(db, clock.now()));
  return route(getTransparency, () => read());
}
