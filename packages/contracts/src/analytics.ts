import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { digits } from './primitives.ts';

/** The selectable ranges of days (specification, section 9). */
export const dayRanges = [7, 30, 90] as const;
export const DAYS_DEFAULT = 30;
export const WEEKS_DEFAULT = 12;
export const WEEKS_MAX = 52;
export const TOP_DEFAULT = 10;
export const TOP_MAX = 50;

export const analyticsTexts = {
  invalidDays: `days must be one of ${dayRanges.join(', ')}.`,
  invalidWeeks: `weeks must be a whole number from 1 to ${WEEKS_MAX}.`,
  oneFilter: 'Give one of page, referrer, device and country.',
  invalidLimit: `limit must be a whole number from 1 to ${TOP_MAX}.`,
} as const;

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const Visits = z.number().int().min(0);

const Days = z.coerce
  .string()
  .refine((text) => dayRanges.some((days) => String(days) === text), analyticsTexts.invalidDays)
  .transform(Number)
  .default(DAYS_DEFAULT);

/** Page loads, limited per client. Days are UTC. */
export const DailyVisits = z.array(z.object({ date: Day, visits: Visits }));
export type DailyVisits = z.infer<typeof DailyVisits>;

/** `week` is its Monday. */
export const WeeklyVisits = z.array(z.object({ week: Day, visits: Visits }));
export type WeeklyVisits = z.infer<typeof WeeklyVisits>;

/** In descending order of visits. */
export const TopPages = z.array(z.object({ page: z.string(), visits: Visits }));
/** `referrer` is the referring host; empty without one. */
export const TopReferrers = z.array(z.object({ referrer: z.string(), visits: Visits }));
export const devices = ['phone', 'tablet', 'desktop', 'other'] as const;
export const TopDevices = z.array(z.object({ device: z.enum(devices), visits: Visits }));

/** Two letters, ISO 3166-1; empty if unknown. */
const Country = z.string().regex(/^([A-Z]{2})?$/);
export const TopCountries = z.array(z.object({ country: z.string(), visits: Visits }));

/** PostgreSQL knows no NUL. */
const Name = z
  .string()
  .max(200)
  .regex(/^[^\0]*$/);

/** Limits daily visits to one page, referring host, kind of device or country; the counts are kept for one of them at a time. */
const Filter = z.object({
  page: Name.optional(),
  referrer: Name.optional(),
  device: z.enum(devices).optional(),
  country: Country.optional(),
});
export type VisitFilter = z.infer<typeof Filter>;

const TopQuery = z.object({
  days: Days,
  limit: digits({ min: 1, max: TOP_MAX, error: analyticsTexts.invalidLimit }).default(TOP_DEFAULT),
});

/** Common to the figures of a period. */
const figures = { method: 'GET', access: 'admin' } as const;

export const getDailyVisits = defineEndpoint({
  ...figures,
  path: '/api/admin/analytics/daily',
  summary:
    'Visits per day, today included, oldest first; days without visits are 0. `period=previous` returns as many days before those; one of `page`, `referrer`, `device` and `country` filters them',
  query: Filter.extend({ days: Days, period: z.enum(['latest', 'previous']).default('latest') }).refine(
    ({ days: _days, period: _period, ...filter }) => Object.keys(filter).length <= 1,
    analyticsTexts.oneFilter,
  ),
  answers: { 200: DailyVisits },
});

export const getWeeklyVisits = defineEndpoint({
  ...figures,
  path: '/api/admin/analytics/weekly',
  summary: 'Visits per week, this one included, oldest first; weeks without visits are 0',
  query: z.object({
    weeks: digits({ min: 1, max: WEEKS_MAX, error: analyticsTexts.invalidWeeks }).default(WEEKS_DEFAULT),
  }),
  answers: { 200: WeeklyVisits },
});

export const getTotalVisits = defineEndpoint({
  method: 'GET',
  path: '/api/admin/analytics/total',
  summary: 'All visits ever counted',
  access: 'admin',
  answers: { 200: z.object({ totalVisits: Visits }) },
});

export const getTopPages = defineEndpoint({
  ...figures,
  path: '/api/admin/analytics/pages',
  summary: 'The most visited pages of the last `days` days',
  query: TopQuery,
  answers: { 200: TopPages },
});

export const getTopReferrers = defineEndpoint({
  ...figures,
  path: '/api/admin/analytics/referrers',
  summary: 'The sites that most visits of the last `days` days came from',
  query: TopQuery,
  answers: { 200: TopReferrers },
});

export const getTopDevices = defineEndpoint({
  ...figures,
  path: '/api/admin/analytics/devices',
  summary: 'Visits in the last `days` days by kind of device, taken from the user agent',
  query: z.object({ days: Days }),
  answers: { 200: TopDevices },
});

export const getTopCountries = defineEndpoint({
  ...figures,
  path: '/api/admin/analytics/countries',
  summary: 'Where most visits of the last `days` days came from, by the registry of their IP addresses',
  query: TopQuery,
  answers: { 200: TopCountries },
});

/** A visitor counts as on the site for this long after a page load. */
export const LIVE_MINUTES = 5;
/** Of more page loads within that time only the newest are read. */
export const LIVE_VISITS_MAX = 20_000;

export const getLiveVisitors = defineEndpoint({
  method: 'GET',
  path: '/api/admin/analytics/live',
  summary: `Visitors with a visit in the last ${LIVE_MINUTES} minutes, told apart by shortened address and browser`,
  access: 'admin',
  answers: { 200: z.object({ visitors: Visits }) },
});
