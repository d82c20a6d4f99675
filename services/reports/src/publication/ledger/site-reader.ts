import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const TRIES = 5;
const AT_ONCE = 4;

/** The site's response cannot be used. */
export class SiteError extends Error {}

export type SiteAnswer = { status: number; text: string };

/** Reads a site's public pages; waits as its `Retry-After` says. */
export function createSiteReader(origin: string) {
  async function fetchPage(path: string): Promise<SiteAnswer> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await response.text();
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || attempt === TRIES) return { status: response.status, text };
      await sleep(1_000 * Math.min(60, Number(response.headers.get('retry-after')) || attempt));
    }
  }
  async function read<Body>(path: string): Promise<Body> {
    const { status, text } = await fetchPage(path);
    if (status !== 200) throw new SiteError(`${path} answered ${status}`);
    return JSON.parse(text) as Body;
  }
  return { origin, fetchPage, read };
}
export type SiteReader = ReturnType<typeof createSiteReader>;

/** Does a task for each item, a few at once. */
export async function forEach<Item>(
  items: Iterable<Item>,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await task(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
