import { getReconciliation } from '@naughty-list/contracts/reconciliation';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { readFigures } from '../reconciliation/repository.ts';

export function getReconciliationRoute({ db }: Context): Route {
  return route(getReconciliation, async () => ({ figures: await readFigures(db) }));
}
