import { listBurns } from '@naughty-list/contracts/burns';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { readBurns } from '../removal/burns.ts';

export function listBurnsRoute({ db }: Context): Route {
  return route(listBurns, ({ query }) => readBurns(db, query));
}
