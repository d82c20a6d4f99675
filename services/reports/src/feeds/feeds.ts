import type { FeedScope } from '@naughty-list/contracts/feeds';
import { cached } from '@naughty-list/service-kit/http/cached';
import { chooseEncoding, type Encoding, encode } from '@naughty-list/service-kit/http/encoding';
import { isNotModified } from '@naughty-list/service-kit/http/etag';
import { Answer } from '@naughty-list/service-kit/http/route';
import { sharedRead } from '@naughty-list/service-kit/http/shared-read';
import type { Knex } from 'knex';
import { type FeedState, readFeedState } from './repository.ts';

/** A document of a feed; `next` is the query of the next page. */
export type FeedDocument = { text: string; next?: string | undefined };

export type FeedRequest = {
  /** Feed and page, which with the version determine the document. */
  key: string;
  include: FeedScope;
  contentType: string;
  /** The encoding that the request accepts. */
  path: string;
  headers: { 'if-none-match'?: string | undefined; 'accept-encoding'?: string | string[] | undefined };
  make(state: FeedState): Promise<FeedDocument>;
};

export type Feeds = { answer(request: FeedRequest): Promise<Answer<Buffer | null>> };

/** Documents cached per scope; a page of 10,000 cases is about 250 KB compressed. */
const KEPT_MAX = 16;
const BROTLI_QUALITY = 4;
/** Including the time in a shared cache, a removal leaves every feed within a minute. */
const MAX_AGE_SECONDS = 30;

/** Compares the version in the database at every request; builds each document once per change and encoding. */
export function createFeeds(db: Knex): Feeds {
  const currentState = sharedRead(() => readFeedState(db));
  const kept = { corroborated: keep('corroborated'), all: keep('all') };
  return {
    async answer({ key, include, contentType, path, headers: asked, make }) {
      const state = await currentState();
      const etag = `W/"${state.epoch}-${state[include]}.${include}.${key}"`;
      const headers: Record<string, string> = {
        etag,
        'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
        vary: 'accept-encoding',
        // Not for search engines, which would keep removed names.
        'x-robots-tag': 'noindex',
      };
      if (isNotModified(asked, etag)) return new Answer(304, null, headers);
      const encoding = chooseEncoding(asked['accept-encoding']?.toString());
      const { bytes, next } = await kept[include].get(state, key, encoding, () => make(state));
      headers['content-type'] = contentType;
      if (encoding !== 'identity') headers['content-encoding'] = encoding;
      if (next) headers.link = `<${path}?${next}>; rel="next"`;
      return new Answer(200, bytes, headers);
    },
  };

  function keep(include: FeedScope) {
    const documents = cached<Promise<{ bytes: Buffer; next?: string | undefined }>>({ max: KEPT_MAX });
    let version = '';
    return {
      get(state: FeedState, key: string, encoding: Encoding, make: () => Promise<FeedDocument>) {
        const now = `${state.epoch}.${state[include]}`;
        if (now !== version) documents.clear();
        version = now;
        return documents.get(`${key} ${encoding}`, async () => {
          const { text, next } = await make();
          return { bytes: await encode(Buffer.from(text), encoding, BROTLI_QUALITY), next };
        });
      },
    };
  }
}
