import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { readHitCount } from '../visits/roll-ups.ts';

export const getHitCounterRoute = ({ db }: Context): Route =>
  route(getHitCounter, async () => ({ hitCount: await readHitCount(db) }));
