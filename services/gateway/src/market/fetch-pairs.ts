import { fetchLimited } from '../third-parties/fetch-limited.ts';
import { type Pair, PairsAnswer } from './pair.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_000_000;

/**
 * Fetches all pairs of a token from the market API at `url`, which is `https://host`.
 *
 * @throws Error when the response is late, too large, not OK, not JSON, or malformed
 */
export async function fetchPairs({
  url,
  tokenAddress,
}: {
  url: string;
  tokenAddress: string;
}): Promise<Pair[]> {
  const { status, headers, body } = await fetchLimited({
    url: `${url}/latest/dex/tokens/${encodeURIComponent(tokenAddress)}`,
    headers: { accept: 'application/json' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  const type = headers.get('content-type') ?? 'nothing';
  if (status !== 200) throw new Error(`the market answered ${status}`);
  if (!/^application\/json\b/i.test(type)) throw new Error(`the market answered with ${type}`);
  return PairsAnswer.parse(JSON.parse(body.toString('utf8'))).pairs ?? [];
}
