import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Health } from '@naughty-list/contracts/health';
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Clock } from './clock.ts';
import { addDrain, READY_PATH } from './drain.ts';
import { answerNotFound, refuseUnreadable } from './error-answers.ts';
import { addErrorHandler } from './error-handler.ts';
import { addHttpMetrics } from './http-metrics.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { addMetricsRoute } from './metrics-door.ts';
import { addRequestScope } from './request-scope.ts';
import type { Route } from './route.ts';
import {
  ADMIN_HEADER,
  CLIENT_ID_HEADER,
  REQUEST_ID_HEADER,
  SERVICE_AUTH_HEADER,
  SESSION_KEEPER,
  verifyCall,
} from './service-auth.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** See `CLIENT_ID_HEADER`. */
    clientId: string;
    /** See `ADMIN_HEADER`. */
    admin: string;
  }
}

export const BODY_LIMIT_BYTES = 64 * 1024;
/** The address of a request counts too: room for a search of 5,000 characters in percent signs. */
export const HEADER_LIMIT_BYTES = 64 * 1024;
const SLOW_HEADERS_MS = 15_000;
const SLOW_REQUEST_MS = 60_000;
const SLOW_CHECK_MS = 5_000;
/**
 * How long a service keeps a connection that nobody uses; its callers are told, and let go earlier. Shorter than a copy that is
 * told to stop goes on serving (`DRAIN_MS`), so that no call meets a connection that is just being closed.
 */
const KEEP_IDLE_MS = 5_000;

/** Each check answers whether a thing that the service cannot work without is there. */
export type HealthChecks = Record<string, () => Promise<boolean>>;

/** A service behind the gateway: its routes, for callers that can sign their calls, and its health for everybody. */
export function buildServiceApp(options: {
  log: Log;
  clock: Clock;
  secret: string;
  metrics?: Metrics;
  routes: Route[];
  checks: HealthChecks;
  /** What the service can do without for a while: told, but no reason to take it out of rotation. */
  softChecks?: HealthChecks;
}): FastifyInstance {
  const { log, clock, secret, metrics } = options;
  const server = { keepAliveTimeout: KEEP_IDLE_MS };
  const app = createApp(log, metrics ? { metrics, server } : { server });
  app.setNotFoundHandler(answerNotFound);
  app.decorateRequest('clientId', '');
  app.decorateRequest('admin', '');
  addHealth(app, options.checks, options.softChecks);
  if (metrics) addMetricsRoute(app, { metrics, clock, secret });
  app.register((guarded, _options, done) => {
    guarded.addHook('onRequest', async (request) => {
      const header = request.headers[SERVICE_AUTH_HEADER];
      const caller = verifyCall({
        header,
        secret,
        method: request.method,
        path: request.url,
        now: clock.now(),
      });
      if (!caller) throw new ApiError('unauthorized', 'Unauthorized');
      request.clientId = String(request.headers[CLIENT_ID_HEADER] ?? caller);
      if (caller === SESSION_KEEPER) request.admin = String(request.headers[ADMIN_HEADER] ?? '');
    });
    guarded.addHook('preHandler', refuseAbandoned);
    for (const { register } of options.routes) register(guarded);
    done();
  });
  return app;
}

const nextTurn = promisify(setImmediate);

/**
 * A process that was stopped for a while finds calls whose callers have given up: they were told that nothing was done. That a caller
 * has left is read from the connection one turn of the event loop after its call.
 */
async function refuseAbandoned({ method, raw: { socket } }: FastifyRequest): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return;
  await nextTurn();
  await nextTurn();
  if (socket.readableEnded || socket.destroyed)
    throw new ApiError('service_unavailable', 'The caller has left');
}

const CLOSE_IDLE_MS = 50;
/** Addresses that cannot be decoded lead here, so that their answers pass through every hook as all others do. */
const UNROUTABLE = '/unroutable';

/** Fastify's own. */
export type ServerSettings = Pick<FastifyServerOptions, 'trustProxy' | 'keepAliveTimeout'>;

/**
 * Fastify with the product's request ids, error bodies, limits and timeouts; used by the gateway too, with settings
 * of its own.
 */
export function createApp(
  log: Log,
  options: { trustRequestIds?: boolean; server?: ServerSettings; metrics?: Metrics } = {},
): FastifyInstance {
  const { trustRequestIds = true, server = {}, metrics } = options;
  const app = fastify({
    ...server,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // A logger of its own for each request would cost more than most answers: the scope tells every line its request.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: SLOW_REQUEST_MS,
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: SLOW_HEADERS_MS,
      connectionsCheckingInterval: SLOW_CHECK_MS,
    },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (_error, { raw }, reply) => {
      raw.url = UNROUTABLE;
      app.routing(raw, reply.raw);
    },
    routerOptions: { maxParamLength: 200 },
    genReqId: ({ headers }) => {
      const given = headers[REQUEST_ID_HEADER];
      return trustRequestIds && typeof given === 'string' && /^[\w-]{8,64}$/.test(given)
        ? given
        : randomUUID();
    },
    // Whoever comes to the very end is served: nothing is let go of before the last answer.
    return503OnClosing: false,
  }) as unknown as FastifyInstance;
  const refuse = async () => {
    throw new ApiError('invalid_input', 'This address cannot be read.');
  };
  app.all(UNROUTABLE, { onRequest: refuse }, answerNotFound);
  // Expectations that nobody knows are passed over (RFC 9110, 10.1.1); Node would answer them with a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  addDrain(app);
  closeIdleConnections(app);
  addRequestScope(app);
  if (metrics) addHttpMetrics(app, metrics);
  app.addHook('onResponse', ({ id: requestId, method, url }, { statusCode: status, elapsedTime }, done) => {
    if (log.isLevelEnabled('debug')) {
      log.debug({ requestId, method, url, status, durationMs: elapsedTime }, 'request');
    }
    done();
  });
  addErrorHandler(app, log, metrics);
  return app;
}

/**
 * Connections that fall idle only after closing began (a request was under way) would hold the stop up; so would those that
 * browsers open ahead of time, which Node does not count as idle before their first request.
 */
function closeIdleConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const timer = setInterval(() => {
      app.server.closeIdleConnections();
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    }, CLOSE_IDLE_MS);
    app.server.once('close', () => clearInterval(timer));
  });
}

function addHealth(app: FastifyInstance, checks: HealthChecks, softChecks?: HealthChecks): void {
  app.get('/health/live', async (): Promise<Health> => ({ status: 'ok', checks: {} }));
  app.get(READY_PATH, async (_request, reply) => {
    const health = await checkHealth(checks, softChecks);
    return reply.code(health.status === 'ok' ? 200 : 503).send(health);
  });
}

/** Runs all checks side by side; a check that throws has failed. */
export async function checkHealth(checks: HealthChecks, softChecks: HealthChecks = {}): Promise<Health> {
  const [hard, soft] = await Promise.all([run(checks), run(softChecks)]);
  return {
    status: hard.every(([, passed]) => passed) ? 'ok' : 'unavailable',
    checks: {
      ...Object.fromEntries(hard.map(([name, passed]) => [name, passed ? 'ok' : 'failed'])),
      ...Object.fromEntries(soft.map(([name, passed]) => [name, passed ? 'ok' : 'degraded'])),
    },
  };
}

function run(checks: HealthChecks): Promise<[name: string, passed: boolean][]> {
  return Promise.all(
    Object.entries(checks).map(
      async ([name, check]): Promise<[string, boolean]> => [name, await check().catch(() => false)],
    ),
  );
}
