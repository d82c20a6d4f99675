import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import pLimit from 'p-limit';
import type { Register } from '../proxy/register.ts';

/** The web app's renderer, from a folder of the build that is never served. */
export type Renderer = {
  renderListPage(
    template: string,
    listed: {
      url: string;
      renderedAt: number;
      origin: string;
      newest: readonly unknown[];
      total: number;
      found?: { term: string; items: readonly unknown[]; lookUp: unknown };
    },
  ): Promise<string>;
  renderCasePage(
    template: string,
    shown: { answer: object | 'none' | 'burned'; origin: string; renderedAt: number },
  ): Promise<string>;
  renderTracePage(
    template: string,
    shown: { answer: object | 'none'; origin: string; renderedAt: number },
  ): Promise<string>;
  /** The picture of a case for link previews. */
  caseCardSvg(shown: object, origin: string): string;
};

export const SERVER_FOLDER = '.server';

/** Undefined when the build has none. */
export async function loadRenderer(root: string): Promise<Renderer | undefined> {
  const file = join(root, SERVER_FOLDER, 'render.js');
  return existsSync(file) ? import(pathToFileURL(file).href) : undefined;
}

/** The share of this thread's time for renderings that are not cached, and how much of it can be saved up. */
const SHARE = 1 / 5;
const SAVED_MAX_MS = 300;

/** Runs a rendering; undefined while the share is used up. */
export type RenderShare = <T>(render: () => Promise<T>) => Promise<T | undefined>;

/** Rendering blocks the event loop, so all renderings that clients can trigger at will share a limit. */
export function createRenderShare(): RenderShare {
  // One at a time, so that each is timed alone.
  const inTurn = pLimit(1);
  let savedMs = SAVED_MAX_MS;
  let at = performance.now();
  return (render) =>
    inTurn(async () => {
      const now = performance.now();
      savedMs = Math.min(SAVED_MAX_MS, savedMs + (now - at) * SHARE);
      at = now;
      if (savedMs <= 0) return undefined;
      const before = process.threadCpuUsage();
      try {
        return await render();
      } finally {
        const { user, system } = process.threadCpuUsage(before);
        savedMs -= (user + system) / 1_000;
      }
    });
}

/** What reading and rendering pages requires. */
export type PageParts = {
  /** Folder of the built app. */
  root: string;
  /** The public origin. */
  origin: string | undefined;
  renderer: Renderer;
  register: Register;
  clock: Clock;
  log: Log;
};
