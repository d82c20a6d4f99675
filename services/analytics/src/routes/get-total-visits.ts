import { getTotalVisits } from '@naughty-list/contracts/analytics';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { readTotal } from '../visits/roll-ups.ts';

export const getTotalVisitsRoute = ({ db }: Context): Route =>
  route(getTotalVisits, async () => ({ totalVisits: await readTotal(db) }));
