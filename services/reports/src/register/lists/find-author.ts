import { isHandle } from '@naughty-list/contracts/subject/handle';
import { cached } from '@naughty-list/service-kit/http/cached';
import type { FetchOembed } from '../posts/oembed.ts';
import type { FindAuthor } from './look-up.ts';

const CACHE = { max: 1_000, ttlMs: 3_600_000 };
const MAX_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** Asks X who wrote a post: cached, and at most 30 times a minute. Undefined if X does not answer or may not be asked. */
export function createFindAuthor(fetchOembed: FetchOembed | undefined): FindAuthor {
  if (!fetchOembed) return async () => undefined;
  const authors = cached<Promise<string | undefined>>(CACHE);
  let minute = 0;
  let calls = 0;
  const readAuthor = async (postId: string) => {
    const now = Math.floor(Date.now() / MINUTE_MS);
    if (now !== minute) [minute, calls] = [now, 0];
    if (calls >= MAX_PER_MINUTE) throw new Error('too many calls to X in this minute');
    calls += 1;
    // `i` stands for any author.
    const answer = await fetchOembed({ username: 'i', postId });
    const name = URL.parse(answer?.author_url ?? '')?.pathname.slice(1) ?? '';
    return isHandle(name) ? name : undefined;
  };
  return (post) => authors.get(post, () => readAuthor(post)).catch(() => undefined);
}
