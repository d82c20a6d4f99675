import type { listReports } from '@naughty-list/contracts/reports';
import { chooseEncoding } from '@naughty-list/service-kit/http/encoding';
import { Answer, type RouteRequest } from '@naughty-list/service-kit/http/route';
import type { ListPages } from '../lists/list-pages.ts';

type PageRequest = Pick<RouteRequest<typeof listReports>, 'query' | 'raw'>;

/** A cached page of a list in the requested encoding; 304 when the client has it. */
export async function answerPage(
  pages: ListPages,
  { query, raw }: PageRequest,
): Promise<Answer<Buffer | null>> {
  const encoding = chooseEncoding(raw.headers['accept-encoding']?.toString());
  const { etag, total, bytes } = await pages.read({ ...query, encoding, headers: raw.headers });
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
}
