import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Agent } from 'undici';
import { ask, type Upstreams, unavailable } from '../proxy/upstreams.ts';
import type { Renderer } from './renderer.ts';

/** What reading and rendering pages requires. */
export type PageParts = {
  /** Folder of the built app. */
  root: string;
  /** The public origin. */
  origin: string | undefined;
  renderer: Renderer;
  upstreams: Upstreams;
  agent: Agent;
  clock: Clock;
  log: Log;
};

type PageResponse = { status: number; headers: Record<string, unknown>; text: string };

/** Reads from the reports service; throws for statuses other than 200, 304 and the allowed ones. */
export type ReadForPage = (
  url: string,
  options?: { etag?: string | undefined; allowed?: readonly number[] },
) => Promise<PageResponse>;

/** The longest that a page waits for its content; otherwise the browser requests it. */
const WAIT_MS = 1_500;

export function createPageReader({ upstreams, agent }: Pick<PageParts, 'upstreams' | 'agent'>): ReadForPage {
  return async (url, { etag, allowed = [] } = {}) => {
    if (upstreams.breakers.reports.isOpen) throw unavailable();
    const { statusCode, headers, body } = await ask(agent, upstreams, {
      upstream: 'reports',
      path: url,
      headers: { accept: 'application/json', ...(etag === undefined ? {} : { 'if-none-match': etag }) },
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const text = await body.text();
    if (![200, 304, ...allowed].includes(statusCode)) throw new Error(`the service answered ${statusCode}`);
    return { status: statusCode, headers, text };
  };
}
