import type { ScamCategory } from '@naughty-list/contracts/report-input';
import { cached } from '@naughty-list/service-kit/http/cached';
import { type Encoding, encode } from '@naughty-list/service-kit/http/encoding';
import { isNotModified } from '@naughty-list/service-kit/http/etag';
import { sharedRead } from '@naughty-list/service-kit/http/shared-read';
import type { Knex } from 'knex';
import type { List, ListState } from './list.ts';
import { countOfCategory, readListState, selectPage } from './repository.ts';

export type Page = {
  /** A weak ETag: the same for any encoding. */
  etag: string;
  /** The total number of listed rows. */
  total: number;
  /** The encoded JSON; undefined when the caller already has it. */
  bytes: Buffer | undefined;
};

export type PageRequest = {
  limit: number;
  offset: number;
  /** Only the reports of this category. */
  category?: ScamCategory | undefined;
  encoding: Encoding;
  headers: { 'if-none-match'?: string | undefined };
};

/** Pages of a list as bytes, built once per change of the list. */
export type ListPages = { read(request: PageRequest): Promise<Page> };

const KEPT_MAX = 64;
const BROTLI_QUALITY = 5;

/**
 * Every read compares the list's version in the database, so that a change by any process shows in the next response;
 * what is saved is reading, serialising and compressing the rows.
 */
export function createListPages<Shown, View>(db: Knex, list: List<Shown, View>): ListPages {
  const kept = cached<Promise<Buffer>>({ max: KEPT_MAX });
  let keptVersion = '';
  const currentState = sharedRead(() => readListState(db, list));

  function forgetOlder({ epoch, version }: ListState): void {
    const now = `${epoch}.${version}`;
    if (now === keptVersion) return;
    kept.clear();
    keptVersion = now;
  }

  function pageBytes({ limit, offset, category, encoding }: PageRequest): Promise<Buffer> {
    const key = keyOf({ limit, offset, category });
    const json = kept.get(key, async () => {
      const rows = await selectPage(db, list, { limit, offset, category });
      return Buffer.from(JSON.stringify(rows.map(list.toView)));
    });
    return encoding === 'identity'
      ? json
      : kept.get(`${key}.${encoding}`, async () => encode(await json, encoding, BROTLI_QUALITY));
  }

  return {
    async read(request) {
      const state = await currentState();
      const { category, headers } = request;
      const etag = `W/"${state.epoch.slice(0, 8)}.${state.version}.${keyOf(request)}"`;
      const total = category ? await countOfCategory(db, category) : state.listed;
      if (isNotModified(headers, etag)) return { etag, total, bytes: undefined };
      forgetOlder(state);
      return { etag, total, bytes: await pageBytes(request) };
    },
  };
}

const keyOf = ({ limit, offset, category }: Pick<PageRequest, 'limit' | 'offset' | 'category'>) =>
  category ? `${limit}.${offset}.${category}` : `${limit}.${offset}`;
