import type { LookUp } from '@naughty-list/contracts/look-up';
import { isOn } from '@naughty-list/contracts/third-parties';
import { callHttp, readLimited, UnusableAnswer } from '@naughty-list/service-kit/http/http-call';
import { inTime } from '@naughty-list/service-kit/lifecycle/in-time';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { Register } from '../proxy/register.ts';

/** A cached image with its age in milliseconds. */
export type AgedImage = Image & { ageMs: number };

/** The profile image of a listed account; undefined while there is none. One fetched before `refreshedAtMs` is outdated. */
export type Avatars = (request: {
  username: string;
  refreshedAtMs?: number;
}) => Promise<AgedImage | undefined>;

type Settings = Pick<Config, 'THIRD_PARTIES' | 'AVATAR_URL'>;

type Parts = {
  isListed: (username: string) => Promise<boolean>;
  log: Log;
  /** In milliseconds since 1970. */
  now: () => number;
};

const HOUR_MS = 3_600_000;
const FRESH_MS = 24 * HOUR_MS;
/**
 * How long until an account without an image is fetched again; also the minimum interval between two fetches of one
 * account.
 */
const AGAIN_AFTER_MS = HOUR_MS;
const PAUSE_MS = 60_000;
/** The longest that a page waits; a later image serves the next page. */
const WAIT_MS = 1_000;
const AT_ONCE = 4;
const ENTRIES_MAX = 2_000;
const BYTES_MAX = 32 * 1024 * 1024;

type Entry = { image: Image | undefined; fetchedAt: number; triedAt: number };

/** Caches profile images in memory. A failed fetch keeps the last image; if the service fails, all fetches pause. */
export function createAvatars(config: Settings, { isListed, log, now }: Parts): Avatars {
  if (!isOn(config, 'AVATAR_URL')) return async () => undefined;
  const { origin: url, password } = new URL(config.AVATAR_URL);
  const apiKey = password === '' ? undefined : decodeURIComponent(password);
  const entries = new LRUCache<string, Entry>({
    max: ENTRIES_MAX,
    maxSize: BYTES_MAX,
    sizeCalculation: ({ image }) => 1 + (image?.bytes.length ?? 0),
  });
  const underWay = new Map<string, Promise<void>>();
  let pausedUntil = Number.NEGATIVE_INFINITY;

  async function load(key: string, username: string): Promise<void> {
    const triedAt = now();
    const known = entries.get(key);
    try {
      const fetched = await fetchAvatar({ url, key: apiKey, username });
      if ('image' in fetched) {
        entries.set(key, { image: fetched.image, fetchedAt: triedAt, triedAt });
        return;
      }
      log.warn({ pauseMs: fetched.pauseMs }, 'the profile image service refuses calls');
      pausedUntil = triedAt + fetched.pauseMs;
    } catch (error) {
      // Without the name: an erasure does not reach lines that were written.
      log.warn({ err: error }, 'profile image not loaded');
      if (!(error instanceof UnusableAnswer)) pausedUntil = triedAt + PAUSE_MS;
    }
    const fetchedAt = known?.fetchedAt ?? triedAt;
    entries.set(key, { image: known?.image, fetchedAt, triedAt });
  }

  /** Undefined while the lists cannot be read: a known image is still served, and none is fetched. */
  const tryIsListed = (username: string) =>
    isListed(username).catch((error: unknown) => {
      log.warn({ err: error }, 'the lists cannot be read: no profile image is fetched');
      return undefined;
    });

  /** Fetches at most a few at once, and none during a pause; undefined without a fetch. */
  function start(key: string, username: string): Promise<void> | undefined {
    const running = underWay.get(key);
    if (running || underWay.size >= AT_ONCE || now() < pausedUntil) return running;
    const done = load(key, username).finally(() => underWay.delete(key));
    underWay.set(key, done);
    return done;
  }

  return async ({ username, refreshedAtMs = Number.NEGATIVE_INFINITY }) => {
    const key = username.toLowerCase();
    // Only listed accounts are cached: an account can be removed or erased, and requests for others evict none.
    const listed = await tryIsListed(username);
    if (listed === false) entries.delete(key);
    const entry = entries.get(key);
    const isCurrent = entry?.image && refreshedAtMs <= entry.fetchedAt && now() - entry.fetchedAt < FRESH_MS;
    const mayTry = !entry || now() - entry.triedAt >= AGAIN_AFTER_MS;
    const fetching = listed && !isCurrent && mayTry ? start(key, username) : undefined;
    if (fetching && !entry?.image) await inTime(fetching, WAIT_MS);
    const found = entries.get(key);
    return found?.image && { ...found.image, ageMs: Math.max(0, now() - found.fetchedAt) };
  };
}

/** Whether an account is on either list. Rejects if the lists cannot be read. */
export const createIsListed =
  (register: Register) =>
  async (username: string): Promise<boolean> => {
    const { json } = await register.read(`/api/look-up?${new URLSearchParams({ q: `@${username}` })}`);
    const { answers } = json<LookUp>();
    return answers.some(({ naughty, nice }) => naughty !== null || nice !== null);
  };

type Image = { type: string; bytes: Buffer };

/** An image, undefined if there is none, or a pause that the service asks for. */
type Fetched = { image: Image | undefined } | { pauseMs: number };

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

type AvatarRequest = {
  url: string;
  key: string | undefined;
  username: string;
};

/**
 * Fetches a profile image from `url`, which is `https://host`.
 *
 * @throws UnusableAnswer when the response is too large or not an image; Error when it is late or missing
 */
async function fetchAvatar({ url, key, username }: AvatarRequest): Promise<Fetched> {
  // Without a fallback the service answers 404 instead of a placeholder; the page has its own.
  const answer = await callHttp(`${url}/x/${encodeURIComponent(username)}?fallback=false`, {
    headers: {
      accept: types.map(([type]) => type).join(','),
      ...(key === undefined ? {} : { 'x-api-key': key }),
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { statusCode: status, headers } = answer;
  if (status !== 200) {
    answer.destroy();
    return status === 404 ? { image: undefined } : { pauseMs: pauseOf(headers['retry-after']) };
  }
  const body = await readLimited(answer, MAX_BYTES);
  const start = body.subarray(0, SIGNATURE_BYTES).toString('latin1');
  const type = types.find(([, isIt]) => isIt(start))?.[0];
  const declared = headers['content-type'] ?? 'nothing';
  if (!type || !declared.startsWith('image/')) throw new UnusableAnswer(`no image, but ${declared}`);
  return { image: { type, bytes: body } };
}

function pauseOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (!Number.isFinite(seconds)) return MINUTE_MS;
  return Math.min(PAUSE_MAX_MS, Math.max(MINUTE_MS, seconds * 1_000));
}
