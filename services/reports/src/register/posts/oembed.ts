import type { IncomingMessage } from 'node:http';
import { ApiError } from '@naughty-list/contracts/errors';
import { callHttp, readLimited } from '@naughty-list/service-kit/http/http-call';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { z } from 'zod';

/** X's answer about a post; undefined when X does not return it. */
export type OembedResponse = z.infer<typeof OembedResponse> | undefined;

export type FetchOembed = (post: { username: string; postId: string }) => Promise<OembedResponse>;

const OembedResponse = z.object({ url: z.string(), author_url: z.string(), html: z.string() });

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;

/** The pause after X refused a request as one too many. */
const RATE_LIMIT_PAUSE_SECONDS = 3_600;
class RateLimited extends Error {}

type OembedOptions = {
  url: string;
  log: Log;
  timeoutMs?: number;
};

/**
 * Reads a post from X's public oEmbed endpoint; redirects are not followed. The URL names twitter.com, because the
 * endpoint returned 404 for x.com for some time.
 */
export function createFetchOembed({ url, log, timeoutMs = TIMEOUT_MS }: OembedOptions): FetchOembed {
  return async ({ username, postId }) => {
    const request = new URL(url);
    request.search = new URLSearchParams({
      url: `https://twitter.com/${username}/status/${postId}`,
      omit_script: '1',
      dnt: '1',
    }).toString();
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await callHttp(request.href, { headers: { accept: 'application/json' }, signal });
      return await readAnswer(response);
    } catch (err) {
      // Decides nothing: the post may still be valid.
      log.warn({ err }, 'a post could not be checked');
      throw new ApiError(
        'service_unavailable',
        "X isn't answering right now. Please try again in a moment.",
        {
          retryAfter: err instanceof RateLimited ? RATE_LIMIT_PAUSE_SECONDS : 30,
        },
      );
    }
  };
}

/** The result, or `unanswered` while X does not respond. */
export const orUnanswered = <T>(reading: Promise<T>): Promise<T | 'unanswered'> =>
  reading.catch((error) => {
    if (error instanceof ApiError && error.code === 'service_unavailable') return 'unanswered';
    throw error;
  });

/** @throws Error when it is not an answer of the endpoint */
async function readAnswer(response: IncomingMessage): Promise<OembedResponse> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) {
    response.destroy();
    // Not 403, with which X refuses a server as a whole: a post would seem gone.
    if (statusCode === 404) return undefined;
    if (statusCode === 429) throw new RateLimited('oEmbed refused too many requests');
    throw new Error(`oEmbed returned ${statusCode}`);
  }
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    response.destroy();
    throw new Error('oEmbed returned something other than JSON');
  }
  const body = await readLimited(response, MAX_BYTES);
  return OembedResponse.parse(JSON.parse(body.toString('utf8')));
}
