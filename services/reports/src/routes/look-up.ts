import { getCasesNaming } from '@naughty-list/contracts/cases-naming';
import { ApiError } from '@naughty-list/contracts/errors';
import { lookUp } from '@naughty-list/contracts/look-up';
import { getPrivateCheckShard, SHARD_SECONDS } from '@naughty-list/contracts/private-check';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { createFindAuthor } from '../lists/find-author.ts';
import { lookUp as answerLookUp } from '../lists/look-up.ts';
import { padShard, readShard } from '../lists/private-check.ts';
import { findCasesNaming } from '../traces/repository.ts';

export function lookUpRoutes({ db, askOembed }: Context): Route[] {
  const findAuthor = createFindAuthor(askOembed);
  return [
    route(lookUp, async ({ query }) => {
      const found = await answerLookUp(db, query.q, findAuthor);
      if (!found) throw new ApiError('empty_search', reportListTexts.emptySearch);
      return found;
    }),
    route(getCasesNaming, ({ params }) => findCasesNaming(db, params)),
    route(getPrivateCheckShard, async ({ params }) => {
      const shard = padShard(await readShard(db, params.prefix));
      return new Answer(200, Buffer.from(shard), {
        'content-type': 'application/json; charset=utf-8',
        // Compressed, its length would depend on its content again.
        'cache-control': `public, max-age=${SHARD_SECONDS}, no-transform`,
      });
    }),
  ];
}
