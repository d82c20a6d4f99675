import { isLoopback } from '@naughty-list/service-kit/http/http-metrics';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Whether a proxy on this machine forwards calls although none is trusted. */
export type ForwardedCalls = { seen: boolean };

/** Logs, once, that all visitors of such a proxy share the limits of one client. */
export function noticeForwardedCalls(
  app: FastifyInstance,
  {
    config,
    log,
    forwardedCalls,
  }: { config: Pick<Config, 'TRUST_PROXY'>; log: Log; forwardedCalls: ForwardedCalls },
): void {
  if (config.TRUST_PROXY !== false) return;
  app.addHook('onRequest', ({ headers, socket }, _reply, done) => {
    if (forwardedCalls.seen || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return done();
    if (isLoopback(socket.remoteAddress ?? '')) {
      forwardedCalls.seen = true;
      log.warn(
        'a proxy on this machine forwards requests, but TRUST_PROXY is not set: all its visitors count as one client ' +
          'and share its limits. Set TRUST_PROXY=1 at the gateway',
      );
    }
    done();
  });
}
