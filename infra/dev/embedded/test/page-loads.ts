import type { Stack } from '../src/stack.ts';
import { get } from './removal-flow.ts';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';

/** Opens a page like a browser, so that it counts as a visit. */
export async function openPage(url: string, path = '/'): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    headers: { accept: 'text/html', 'user-agent': BROWSER, 'sec-fetch-dest': 'document' },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await answer.arrayBuffer();
}

/** The public counter. */
export const hitsOf = async (stack: Stack): Promise<number> =>
  ((await get(stack, '/api/hit-counter')) as { hitCount: number }).hitCount;
