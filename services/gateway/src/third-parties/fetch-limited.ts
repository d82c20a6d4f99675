export type LimitedRequest = {
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  maxBytes: number;
};

export type LimitedAnswer = { status: number; headers: Headers; body: Buffer };

/** The third party can be reached, but what it returned is of no use. */
export class UnusableAnswer extends Error {}

/**
 * Fetches from a third party. Follows no redirects, uses no cache and sends no cookies. The body is empty unless the
 * response is OK.
 *
 * @throws UnusableAnswer when the response is too large; Error when it is late, a redirect, or there is none
 */
export async function fetchLimited(request: LimitedRequest): Promise<LimitedAnswer> {
  const { url, headers, timeoutMs, maxBytes } = request;
  const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) await answer.body?.cancel();
  return {
    status: answer.status,
    headers: answer.headers,
    body: answer.ok ? await read(answer, maxBytes) : Buffer.alloc(0),
  };
}

async function read(answer: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    // Throwing out of the loop cancels the rest of the body.
    if (bytes > maxBytes) throw new UnusableAnswer(`the response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
