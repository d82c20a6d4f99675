import { listReports } from '@naughty-list/contracts/reports';
import { Answer, type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';
import { chooseEncoding } from '../reports/encoding.ts';

export function listReportsRoute({ listPages }: Context): Route {
  return route(listReports, async ({ query, raw }) => {
    const knownEtags = (raw.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
    const acceptEncoding = raw.headers['accept-encoding'];
    const encoding = chooseEncoding(acceptEncoding === undefined ? undefined : String(acceptEncoding));
    const { etag, total, bytes } = await listPages.read({ ...query, encoding, knownEtags });
    const headers: Record<string, string> = {
      etag,
      'x-total-count': String(total),
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    };
    if (!bytes) return new Answer(304, null, headers);
    headers['content-type'] = 'application/json; charset=utf-8';
    if (encoding !== 'identity') headers['content-encoding'] = encoding;
    return new Answer(200, bytes, headers);
  });
}
