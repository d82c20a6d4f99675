import { ApiError } from '@naughty-list/contracts/errors';
import * as feeds from '@naughty-list/contracts/feeds';
import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import { Answer, type Route, type RouteRequest, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { toCsv, toHandles } from '../publication/feeds/lines.ts';
import { findMispEvent, toMispEvent, toMispHashes, toMispManifest } from '../publication/feeds/misp.ts';
import { createNews, toJsonFeed } from '../publication/feeds/news.ts';
import {
  readCasePage,
  readCaseStates,
  readChanges,
  readFeedState,
  readMonths,
  readNewestChanges,
} from '../publication/feeds/repository.ts';
import { toStix } from '../publication/feeds/stix.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Including the time in a shared cache, a removal leaves every feed within a minute. */
const MAX_AGE_SECONDS = 30;

const headers = {
  'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
  // Not for search engines, which would keep removed names.
  'x-robots-tag': 'noindex',
};

const answerText = (text: string, contentType: string, link = {}) =>
  new Answer(200, Buffer.from(text), { ...headers, 'content-type': contentType, ...link });

/** The register for programs: lists, changes, and third-party formats. */
export function feedRoutes({ db, config }: Context): Route[] {
  const origin = config.PUBLIC_ORIGIN;
  const readCases = (query: feeds.FeedQuery) => readCasePage(db, { ...query, limit: feeds.FEED_PAGE_MAX });
  const readStates = (query: feeds.FeedQuery) =>
    readCaseStates(db, { ...query, size: feeds.FEED_STATE_NUMBERS });

  /** Responds with a page of cases by number, in a feed's format. */
  const answerPage =
    <Page extends { next: number | null }>(
      contentType: string,
      read: (query: feeds.FeedQuery) => Promise<Page>,
      write: (page: Page, about: feeds.FeedQuery & { epoch: string }) => string,
    ) =>
    async ({ query, raw }: Pick<RouteRequest<typeof feeds.getFeedSnapshot>, 'query' | 'raw'>) => {
      const { epoch } = await readFeedState(db);
      const page = await read(query);
      const next = `${raw.routeOptions.url}?include=${query.include}&after=${page.next}`;
      return answerText(
        write(page, { ...query, epoch }),
        contentType,
        page.next === null ? {} : { link: `<${next}>; rel="next"` },
      );
    };

  /** The events of a MISP feed, with what their ids and times derive from. */
  const readMisp = async (include: feeds.FeedScope) => {
    const { epoch } = await readFeedState(db);
    const { months, now } = await readMonths(db, { include, size: feeds.MISP_EVENT_NUMBERS });
    return { months, of: { epoch, include, now } };
  };

  /** Responds with the newest changes, for feed readers. */
  const answerNews =
    (contentType: string, write: (feed: ReturnType<typeof createNews>) => string) =>
    async ({ query: { include } }: Pick<RouteRequest<typeof feeds.getFeedAtom>, 'query'>) => {
      const changes = await readNewestChanges(db, { include, limit: feeds.FEED_NEWS_MAX });
      return answerText(write(createNews(changes, { origin, include })), contentType);
    };

  return [
    route(
      feeds.getFeedHandles,
      answerPage('text/plain; charset=utf-8', readCases, ({ cases }) => toHandles(cases)),
    ),
    route(
      feeds.getFeedSnapshot,
      answerPage(JSON_TYPE, readCases, ({ version, cases, next }, { epoch, include }) =>
        JSON.stringify({ version: `${epoch}-${version}`, include, cases, next } satisfies feeds.FeedSnapshot),
      ),
    ),
    route(
      feeds.getFeedCsv,
      answerPage('text/csv; charset=utf-8; header=present', readCases, ({ cases }) => toCsv(cases)),
    ),
    route(
      feeds.getFeedAtom,
      answerNews('application/atom+xml; charset=utf-8', (feed) => feed.atom1()),
    ),
    route(feeds.getFeedJson, answerNews('application/feed+json; charset=utf-8', toJsonFeed)),
    route(
      feeds.getFeedStix,
      answerPage('application/stix+json;version=2.1', readStates, ({ states, first }, about) =>
        toStix(states, { ...about, after: first }),
      ),
    ),
    route(feeds.getMispManifest, async ({ params: { include } }) => {
      const { months, of } = await readMisp(include);
      return answerText(JSON.stringify(toMispManifest(months, of)), JSON_TYPE);
    }),
    route(feeds.getMispHashes, async ({ params: { include } }) => {
      const { months, of } = await readMisp(include);
      return answerText(toMispHashes(months, of), 'text/csv; charset=utf-8; header=absent');
    }),
    route(feeds.getMispEvent, async ({ params: { include, event } }) => {
      const { months, of } = await readMisp(include);
      const month = findMispEvent(months, { ...of, event });
      if (!month) throw new ApiError('not_found', 'Not found');
      const size = feeds.MISP_EVENT_NUMBERS;
      const { states } = await readCaseStates(db, { include, after: month.part * size, size });
      const cases = states.filter(({ reportedAt }) => reportedAt.startsWith(month.month));
      return answerText(JSON.stringify(toMispEvent(month, cases, of)), JSON_TYPE);
    }),
    route(feeds.getFeedDiffs, async ({ query: { include, since } }) => {
      const { epoch, newest } = await readFeedState(db);
      const [ofEpoch, version = '0', number] = since.split('-');
      if (ofEpoch !== epoch || BigInt(version) > BigInt(newest))
        throw new ApiError('not_found', feeds.feedTexts.unknownVersion);
      const after = { version, number: number === undefined ? INTEGER_MAX : Number(number) };
      const { diffs, last, more } = await readChanges(db, { include, after, limit: feeds.FEED_DIFFS_MAX });
      const reached = last ? `${epoch}-${last.version}${more ? `-${last.number}` : ''}` : since;
      return answerText(
        JSON.stringify({ version: reached, more, diffs } satisfies feeds.FeedDiffs),
        JSON_TYPE,
      );
    }),
  ];
}
