import { setTimeout as sleep } from 'node:timers/promises';
import { mayRepeat } from '@naughty-list/service-kit/http/may-repeat';
import {
  REQUEST_ID_HEADER,
  SERVICE_AUTH_HEADER,
  signCall,
} from '@naughty-list/service-kit/http/service-auth';
import { traceCarrier } from '@naughty-list/service-kit/telemetry/tracing';
import type { Dispatcher } from 'undici';
import type { Context } from '../context.ts';
import { REPEAT_AFTER_MS, REPEATS } from './away.ts';
import type { Upstream } from './proxied-endpoint.ts';

/** A read that the gateway makes itself, on behalf of all clients that want the response. */
export type Question = {
  upstream: Upstream;
  /** Includes the query string. */
  path: string;
  headers: Record<string, string>;
  requestId?: string | undefined;
  signal?: AbortSignal;
};

/** Reads from a service with a signed call; retries once on a stale connection. */
export async function ask(
  dispatcher: Dispatcher,
  { config, clock, upstreams }: Pick<Context, 'config' | 'clock' | 'upstreams'>,
  question: Question,
  attempt = 0,
): Promise<Dispatcher.ResponseData> {
  const { upstream, path, headers, requestId, signal } = question;
  const call = { secret: config.INTERNAL_SECRET, service: 'gateway', method: 'GET', path, now: clock.now() };
  try {
    return await dispatcher.request({
      origin: upstreams[upstream],
      method: 'GET',
      path,
      ...(signal ? { signal } : {}),
      headers: {
        ...headers,
        ...traceCarrier(),
        ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
        [SERVICE_AUTH_HEADER]: signCall(call),
      },
    });
  } catch (error) {
    if (attempt >= REPEATS || !mayRepeat(error as Error, 'GET')) throw error;
    await sleep(REPEAT_AFTER_MS);
    return ask(dispatcher, { config, clock, upstreams }, question, attempt + 1);
  }
}
