import { createHash } from 'node:crypto';
import { ApiError } from '@naughty-list/contracts/errors';
import { lookUp } from '@naughty-list/contracts/look-up';
import { getPrivateCheckShard, SHARD_SECONDS } from '@naughty-list/contracts/private-check';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { isNotModified } from '@naughty-list/service-kit/http/etag';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { lookUp as answerLookUp } from '../lists/look-up.ts';
import { readShard } from '../lists/private-check.ts';

export function lookUpRoutes({ db }: Context): Route[] {
  return [
    route(lookUp, async ({ query }) => {
      const found = await answerLookUp(db, query.q);
      if (!found) throw new ApiError('empty_search', reportListTexts.emptySearch);
      return found;
    }),
    route(getPrivateCheckShard, async ({ params, raw }) => {
      const bytes = Buffer.from(JSON.stringify(await readShard(db, params.prefix)));
      const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
      const headers = { etag, 'cache-control': `public, max-age=${SHARD_SECONDS}` };
      if (isNotModified(raw.headers, etag)) return new Answer(304, null, headers);
      return new Answer(200, bytes, { ...headers, 'content-type': 'application/json; charset=utf-8' });
    }),
  ];
}
