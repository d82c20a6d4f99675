import { ApiError } from '@naughty-list/contracts/errors';
import {
  FEED_NEWS_MAX,
  FEED_PAGE_MAX,
  FEED_STATE_NUMBERS,
  type FeedDiffs,
  type FeedQuery,
  type FeedSnapshot,
  feedTexts,
  getFeedAtom,
  getFeedCsv,
  getFeedDiffs,
  getFeedHandles,
  getFeedJson,
  getFeedMisp,
  getFeedSnapshot,
  getFeedStix,
} from '@naughty-list/contracts/feeds';
import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import { type Route, type RouteRequest, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { createFeeds } from '../feeds/feeds.ts';
import { toCsv, toHandles } from '../feeds/lines.ts';
import { toMisp } from '../feeds/misp.ts';
import { createNews } from '../feeds/news.ts';
import { readCasePage, readCaseStates, readChanges, readNewestChanges } from '../feeds/repository.ts';
import { toStix } from '../feeds/stix.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The parts of a request that a feed needs. */
const asked = ({ routeOptions, headers }: RouteRequest<typeof getFeedAtom>['raw']) => ({
  path: routeOptions.url ?? '',
  headers,
});

/** The register for programs: lists, changes, and third-party formats. */
export function feedRoutes({ db, config }: Context): Route[] {
  const feeds = createFeeds(db);
  const origin = config.PUBLIC_ORIGIN ?? 'http://localhost';
  const readCases = (query: FeedQuery) => readCasePage(db, { ...query, limit: FEED_PAGE_MAX });
  const readStates = (query: FeedQuery) => readCaseStates(db, { ...query, size: FEED_STATE_NUMBERS });

  /** Responds with a page of cases by number, in a feed's format. */
  const answerPage =
    <Page extends { next: number | null }>(
      contentType: string,
      read: (query: FeedQuery) => Promise<Page>,
      write: (page: Page, about: FeedQuery & { epoch: string }) => string,
    ) =>
    ({ query, raw }: Pick<RouteRequest<typeof getFeedSnapshot>, 'query' | 'raw'>) =>
      feeds.answer({
        key: `${raw.routeOptions.url}.${query.after}`,
        include: query.include,
        contentType,
        ...asked(raw),
        async make({ epoch }) {
          const page = await read(query);
          const next = page.next === null ? undefined : `include=${query.include}&after=${page.next}`;
          return { text: write(page, { ...query, epoch }), next };
        },
      });

  /** Responds with the newest changes, for feed readers. */
  const answerNews =
    (contentType: string, write: (feed: ReturnType<typeof createNews>) => string) =>
    ({ query: { include }, raw }: Pick<RouteRequest<typeof getFeedAtom>, 'query' | 'raw'>) =>
      feeds.answer({
        key: raw.routeOptions.url ?? '',
        include,
        contentType,
        ...asked(raw),
        async make() {
          const changes = await readNewestChanges(db, { include, limit: FEED_NEWS_MAX });
          return { text: write(createNews(changes, { origin, include })) };
        },
      });

  return [
    route(
      getFeedHandles,
      answerPage('text/plain; charset=utf-8', readCases, ({ cases }) => toHandles(cases)),
    ),
    route(
      getFeedSnapshot,
      answerPage(JSON_TYPE, readCases, ({ version, cases, next }, { epoch, include }) =>
        JSON.stringify({ version: `${epoch}-${version}`, include, cases, next } satisfies FeedSnapshot),
      ),
    ),
    route(
      getFeedCsv,
      answerPage('text/csv; charset=utf-8; header=present', readCases, ({ cases }) => toCsv(cases)),
    ),
    route(
      getFeedAtom,
      answerNews('application/atom+xml; charset=utf-8', (feed) => feed.atom1()),
    ),
    route(
      getFeedJson,
      answerNews('application/feed+json; charset=utf-8', (feed) => feed.json1()),
    ),
    route(
      getFeedStix,
      answerPage('application/stix+json;version=2.1', readStates, ({ states, first }, about) =>
        toStix(states, { ...about, after: first }),
      ),
    ),
    route(
      getFeedMisp,
      answerPage(JSON_TYPE, readStates, ({ states, first }, about) =>
        toMisp(states, { ...about, after: first }),
      ),
    ),
    route(getFeedDiffs, ({ query: { include, since }, raw }) =>
      feeds.answer({
        key: `diffs.${since}`,
        include,
        contentType: JSON_TYPE,
        ...asked(raw),
        async make({ epoch, newest }) {
          const [ofEpoch, version = '0', number] = since.split('-');
          if (ofEpoch !== epoch || BigInt(version) > BigInt(newest))
            throw new ApiError('not_found', feedTexts.unknownVersion);
          const after = { version, number: number === undefined ? INTEGER_MAX : Number(number) };
          const { diffs, last, more } = await readChanges(db, { include, after, limit: FEED_PAGE_MAX });
          const reached = last ? `${epoch}-${last.version}${more ? `-${last.number}` : ''}` : since;
          return { text: JSON.stringify({ version: reached, more, diffs } satisfies FeedDiffs) };
        },
      }),
    ),
  ];
}
