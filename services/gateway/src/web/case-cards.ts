import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { cached } from '@naughty-list/service-kit/http/cached';
import { createHeavyWork } from '../clients/heavy-work.ts';
import { type CachedResponse, cachedResponse } from '../responses/cached-response.ts';
import { SERVER_FOLDER } from './renderer.ts';

export type CaseCards = {
  /** @throws ApiError too_many_requests when the client's network has too many waiting */
  draw(client: { ip: string }, svg: string): Promise<CachedResponse>;
  close(): Promise<void>;
};

/** A picture takes about 40 kB. */
const KEPT_MAX = 1_500;
/** A picture takes about 50 ms. Link previews of one provider come from one network. */
const DRAWINGS_PER_NETWORK = 40;
/** A picture's memory is freed with its thread only. */
const DRAWN_PER_THREAD = 50;

/** The ETag of a picture, known before it is drawn. */
export const etagOf = (svg: string): string =>
  `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`;

/** Draws each picture once, in a separate thread, in turn, so that many requests delay nothing else. */
export function createCaseCards(root: string): CaseCards {
  const kept = cached<Promise<CachedResponse>>({ max: KEPT_MAX });
  const inTurn = createHeavyWork({ perNetwork: DRAWINGS_PER_NETWORK });
  const closing = new AbortController();
  let worker: Worker | undefined;
  let drawn = 0;

  function start(): Worker {
    const fontFiles = ['card-sans.ttf', 'card-display.ttf'].map((file) => join(root, SERVER_FOLDER, file));
    const started = new Worker(new URL('./card-worker.ts', import.meta.url), { workerData: fontFiles });
    started.unref();
    return started;
  }

  async function stop(): Promise<void> {
    const stopped = worker;
    worker = undefined;
    drawn = 0;
    await stopped?.terminate();
  }

  async function drawNow(etag: string, svg: string): Promise<CachedResponse> {
    worker ??= start();
    drawn += 1;
    const answer = once(worker, 'message', { signal: closing.signal });
    worker.postMessage(svg);
    const [png]: (Uint8Array | undefined)[] = await answer.catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    if (drawn >= DRAWN_PER_THREAD) await stop();
    if (!png) throw new Error('the picture could not be drawn');
    // Revalidated each time, because the status may change.
    const headers = { etag, 'cache-control': 'no-cache', 'content-type': 'image/png' };
    return cachedResponse(200, headers, Buffer.from(png));
  }

  return {
    draw(client, svg) {
      const etag = etagOf(svg);
      return kept.get(etag, () => inTurn(client, () => drawNow(etag, svg)));
    },
    async close() {
      closing.abort(new Error('the gateway stops'));
      await stop();
    },
  };
}
