import { z } from 'zod';
import { CaseStatus } from './cases.ts';
import { defineEndpoint } from './endpoint.ts';
import { LossTotal } from './losses.ts';
import { digits, INTEGER_MAX } from './primitives.ts';
import { ScamCategory } from './report-input.ts';
import { Alias } from './reports.ts';
import { Trace } from './traces.ts';

/** Maximum cases per page of a feed. */
export const FEED_PAGE_MAX = 10_000;

/** Maximum changes per answer of the diffs. */
export const FEED_DIFFS_MAX = 1_000;

export const feedTexts = {
  invalidInclude: 'include must be corroborated or all.',
  invalidAfter: 'after must be the number of a case.',
  invalidSince: 'since must be a version from a snapshot or a diff.',
  unknownVersion: 'This version is no longer known. Start again from /feeds/snapshot.json.',
} as const;

/** Corroborated cases only, or all listed cases with their statuses. */
export const FeedScope = z.enum(['corroborated', 'all'], { error: feedTexts.invalidInclude });
export type FeedScope = z.infer<typeof FeedScope>;

const include = FeedScope.default('corroborated');
const FeedQuery = z.object({
  include,
  after: digits({ min: 0, max: INTEGER_MAX, error: feedTexts.invalidAfter }).default(0),
});
export type FeedQuery = z.infer<typeof FeedQuery>;

const DiffsQuery = z.object({
  include,
  since: z
    .string({ error: feedTexts.invalidSince })
    .regex(/^[0-9a-f]{8}(-\d{1,18}){1,2}$/, feedTexts.invalidSince),
});

/** A case as consumers of feeds see it. Removals refer to its number. */
export const FeedCase = z.object({
  number: z.number().int(),
  username: z.string(),
  status: CaseStatus,
  category: ScamCategory,
  post: z.string(),
  reportedAt: z.iso.datetime(),
  /** Sums of the losses that transactions prove, once a moderator has corroborated the case, by SOL (`mint` null) or token. */
  losses: z.array(LossTotal).optional(),
  /** What X called the account later, newest first. */
  aliases: z.array(Alias),
  /** When a moderator found that the username belongs to another account now. */
  handleChangedAt: z.iso.datetime().nullable(),
  /** What else the report and its statements name. Ownership is not verified. */
  traces: z.array(Trace),
});
export type FeedCase = z.infer<typeof FeedCase>;

/** `next` is the `after` of the next page. Diffs continue from the version of the first page. */
export const FeedSnapshot = z.object({
  version: z.string(),
  include: FeedScope,
  cases: z.array(FeedCase),
  next: z.number().int().nullable(),
});
export type FeedSnapshot = z.infer<typeof FeedSnapshot>;

/** A case as it is now, or its removal, which contains only the number. */
export const FeedDiff = z.union([
  FeedCase.extend({ at: z.iso.datetime() }),
  z.object({ number: z.number().int(), at: z.iso.datetime(), isRemoval: z.literal(true) }),
]);
export type FeedDiff = z.infer<typeof FeedDiff>;

/** At most `FEED_DIFFS_MAX`. `version` is the next `since`; with `more`, request it at once. */
export const FeedDiffs = z.object({ version: z.string(), more: z.boolean(), diffs: z.array(FeedDiff) });
export type FeedDiffs = z.infer<typeof FeedDiffs>;

/** Common to all feeds. */
const feed = {
  method: 'GET',
  access: 'public',
  answerHeaders: {
    etag: 'Send it in If-None-Match: while nothing has changed, the response is 304 without a body',
  },
} as const;

export const getFeedHandles = defineEndpoint({
  ...feed,
  path: '/feeds/handles.txt',
  summary:
    'Usernames, including those that accounts took later, one per line: of corroborated cases, or of all; the Link header leads to the next page',
  query: FeedQuery,
  answers: { 200: z.string() },
});

export const getFeedSnapshot = defineEndpoint({
  ...feed,
  path: '/feeds/snapshot.json',
  summary: `Cases by number, ${FEED_PAGE_MAX} a page, with the version that diffs continue from`,
  query: FeedQuery,
  answers: { 200: FeedSnapshot },
});

export const getFeedDiffs = defineEndpoint({
  ...feed,
  path: '/feeds/diffs.json',
  summary:
    'What changed since a version, oldest first, removals by number; 404: start again from the snapshot',
  query: DiffsQuery,
  answers: { 200: FeedDiffs },
  errors: ['not_found'],
});

export const getFeedCsv = defineEndpoint({
  ...feed,
  path: '/feeds/cases.csv',
  summary: 'The snapshot as CSV, with a row of names; the Link header leads to the next page',
  query: FeedQuery,
  answers: { 200: z.string() },
});

/** The number of case numbers per page in STIX. */
export const FEED_STATE_NUMBERS = 1_000;

export const getFeedStix = defineEndpoint({
  ...feed,
  path: '/feeds/stix.json',
  summary: `A STIX 2.1 bundle of ${FEED_STATE_NUMBERS} cases at most: accounts with indicators, revoked ones for cases that are gone; the Link header leads to the next page`,
  query: FeedQuery,
  answers: { 200: z.string() },
});

/** A MISP feed is a folder for each scope: the URL ends in `/feeds/misp/corroborated` or `/feeds/misp/all`. */
const mispFolder = z.object({ include: FeedScope });

/** The number of case numbers per MISP event; a month with more has further events. */
export const MISP_EVENT_NUMBERS = 10_000;

/** A MISP event in the manifest. Times are seconds. */
export const MispEvent = z.object({
  info: z.string(),
  date: z.iso.date(),
  timestamp: z.string(),
  analysis: z.string(),
  threat_level_id: z.string(),
  Orgc: z.object({ name: z.string(), uuid: z.uuid() }),
  Tag: z.array(z.object({ name: z.string(), colour: z.string() })),
});
export type MispEvent = z.infer<typeof MispEvent>;

export const getMispManifest = defineEndpoint({
  ...feed,
  path: '/feeds/misp/:include/manifest.json',
  summary: `The events of a MISP feed by their id: one for each month of reports, split every ${MISP_EVENT_NUMBERS} case numbers`,
  params: mispFolder,
  answers: { 200: z.record(z.uuid(), MispEvent) },
});

export const getMispHashes = defineEndpoint({
  ...feed,
  path: '/feeds/misp/:include/hashes.csv',
  summary: 'MD5 of each value in a MISP feed, with the id of its event',
  params: mispFolder,
  answers: { 200: z.string() },
});

export const getMispEvent = defineEndpoint({
  ...feed,
  path: '/feeds/misp/:include/:event',
  summary: 'An event of a MISP feed: its id and .json; the attribute of a case that is gone is deleted',
  params: mispFolder.extend({ event: z.string().regex(/^[0-9a-f-]{36}\.json$/) }),
  answers: { 200: z.looseObject({ Event: z.looseObject({ uuid: z.uuid(), info: z.string() }) }) },
});

/** Changes in an Atom or JSON feed. */
export const FEED_NEWS_MAX = 50;
const NewsQuery = z.object({ include });

export const getFeedAtom = defineEndpoint({
  ...feed,
  path: '/feeds/atom.xml',
  summary: `The newest ${FEED_NEWS_MAX} changes, removals included, as an Atom feed`,
  query: NewsQuery,
  answers: { 200: z.string() },
});

export const getFeedJson = defineEndpoint({
  ...feed,
  path: '/feeds/feed.json',
  summary: `The newest ${FEED_NEWS_MAX} changes, removals included, as a JSON Feed`,
  query: NewsQuery,
  answers: { 200: z.string() },
});
