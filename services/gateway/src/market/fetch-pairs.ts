import { type Pair, PairsAnswer } from './pair.ts';

export type PairsRequest = {
  /** Base URL of the market API: `https://host`. */
  url: string;
  tokenAddress: string;
  timeoutMs: number;
  maxBytes: number;
};

/**
 * Fetches all pairs of a token. Follows no redirects, uses no cache and sends no credentials.
 *
 * @throws Error when the response is late, too large, not OK, or malformed
 */
export async function fetchPairs({ url, tokenAddress, timeoutMs, maxBytes }: PairsRequest): Promise<Pair[]> {
  const answer = await fetch(`${url}/latest/dex/tokens/${encodeURIComponent(tokenAddress)}`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`the market answered ${answer.status}`);
  }
  return PairsAnswer.parse(JSON.parse(await readText(answer, maxBytes))).pairs ?? [];
}

async function readText(answer: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    // Throwing out of the loop cancels the rest of the body.
    if (bytes > maxBytes) throw new Error(`the market's answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
