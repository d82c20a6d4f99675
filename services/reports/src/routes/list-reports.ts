import { listReports } from '@naughty-list/contracts/reports';
import { Answer, type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';

export function listReportsRoute({ listPages }: Context): Route {
  return route(listReports, async ({ query, raw }) => {
    const knownEtags = (raw.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
    const { etag, total, json } = await listPages.read({ ...query, knownEtags });
    const headers = { etag, 'x-total-count': String(total), 'cache-control': 'no-cache' };
    if (!json) return new Answer(304, null, headers);
    return new Answer(200, json, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  });
}
