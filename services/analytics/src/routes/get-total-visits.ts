import { getTotalVisits } from '@naughty-list/contracts/analytics';
import { type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';
import { readHitCount } from '../visits/roll-ups.ts';

export const getTotalVisitsRoute = ({ db }: Context): Route =>
  route(getTotalVisits, async () => ({ totalVisits: await readHitCount(db) }));
