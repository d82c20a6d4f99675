import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { unavailable } from '../proxy/upstreams.ts';
import { type CachedResponse, cachedResponse } from '../responses/cached-response.ts';
import { SERVER_FOLDER } from './renderer.ts';

export type CaseCards = {
  /** @throws ApiError service_unavailable when too many are waiting */
  draw(svg: string): Promise<CachedResponse>;
  close(): Promise<void>;
};

/** A picture takes about 40 kB. */
const KEPT = { max: 256, maxSize: 16_000_000 };
/** A picture takes about 50 ms; further requests are refused. */
const WAITING_MAX = 40;

/** The ETag of a picture, known before it is drawn. */
export const etagOf = (svg: string): string =>
  `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`;

/** Draws pictures in a separate thread, one at a time, so that many requests delay nothing else. */
export function createCaseCards(root: string): CaseCards {
  const kept = new LRUCache<string, CachedResponse>({
    ...KEPT,
    sizeCalculation: ({ bytes }) => bytes?.length ?? 1,
  });
  const underWay = new Map<string, PromiseWithResolvers<CachedResponse>>();
  let worker: Worker | undefined;

  const fail = (error: Error) => {
    worker = undefined;
    for (const { reject } of underWay.values()) reject(error);
    underWay.clear();
  };

  const settle = ({ etag, png }: { etag: string; png: Uint8Array | undefined }) => {
    const waiting = underWay.get(etag);
    underWay.delete(etag);
    if (!png) {
      waiting?.reject(new Error('the picture could not be drawn'));
      return;
    }
    // Revalidated each time, because the status may change.
    const headers = { etag, 'cache-control': 'no-cache', 'content-type': 'image/png' };
    const card = cachedResponse(200, headers, Buffer.from(png));
    kept.set(etag, card);
    waiting?.resolve(card);
  };

  function start(): Worker {
    const fontFiles = ['card-sans.ttf', 'card-display.ttf'].map((file) => join(root, SERVER_FOLDER, file));
    const started = new Worker(new URL('./card-worker.ts', import.meta.url), { workerData: fontFiles });
    started.on('message', settle).on('error', fail).unref();
    return started;
  }

  return {
    async draw(svg) {
      const etag = etagOf(svg);
      const known = kept.get(etag) ?? underWay.get(etag)?.promise;
      if (known) return known;
      if (underWay.size >= WAITING_MAX) throw unavailable();
      const waiting = Promise.withResolvers<CachedResponse>();
      underWay.set(etag, waiting);
      worker ??= start();
      worker.postMessage({ etag, svg });
      return waiting.promise;
    },
    async close() {
      await worker?.terminate();
      fail(new Error('the gateway stops'));
    },
  };
}
