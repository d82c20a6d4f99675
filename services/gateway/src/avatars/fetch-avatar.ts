import { fetchLimited, UnusableAnswer } from '../third-parties/fetch-limited.ts';

export type Image = { type: string; bytes: Buffer };

/** An image, undefined if there is none, or a pause that the service asks for. */
export type Fetched = { image: Image | undefined } | { pauseMs: number };

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 512 * 1024;

const MINUTE_MS = 60_000;
const PAUSE_MAX_MS = 60 * MINUTE_MS;

/** Types that a browser decodes without running anything, by their first bytes. An SVG may contain a script. */
const types: readonly [type: string, isIt: (start: string) => boolean][] = [
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', (start) => start.startsWith('GIF8')],
  ['image/webp', (start) => start.startsWith('RIFF') && start.endsWith('WEBP')],
];
const SIGNATURE_BYTES = 12;

/**
 * Fetches a profile image from `url`, which is `https://host`.
 *
 * @throws UnusableAnswer when the response is too large or not an image; Error when it is late, a redirect or missing
 */
export async function fetchAvatar({
  url,
  key,
  username,
}: {
  url: string;
  key: string | undefined;
  username: string;
}): Promise<Fetched> {
  const { status, headers, body } = await fetchLimited({
    // Without a fallback the service answers 404 instead of a placeholder; the page has its own.
    url: `${url}/x/${encodeURIComponent(username)}?fallback=false`,
    headers: {
      accept: types.map(([type]) => type).join(','),
      ...(key === undefined ? {} : { 'x-api-key': key }),
    },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (status === 404) return { image: undefined };
  if (status !== 200) return { pauseMs: pauseOf(headers.get('retry-after')) };
  const start = body.subarray(0, SIGNATURE_BYTES).toString('latin1');
  const type = types.find(([, isIt]) => isIt(start))?.[0];
  const declared = headers.get('content-type') ?? 'nothing';
  if (!type || !declared.startsWith('image/')) throw new UnusableAnswer(`no image, but ${declared}`);
  return { image: { type, bytes: body } };
}

function pauseOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (!Number.isFinite(seconds)) return MINUTE_MS;
  return Math.min(PAUSE_MAX_MS, Math.max(MINUTE_MS, seconds * 1_000));
}
