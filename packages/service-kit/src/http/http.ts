import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import type { AdminRole } from '@naughty-list/contracts/admin-session';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Health } from '@naughty-list/contracts/health';
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Clock } from '../lifecycle/clock.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { addDrain, alive, LIVE_PATH, READY_PATH } from './drain.ts';
import { addErrorHandler, answerNotFound, refuseUnreadable } from './error-answers.ts';
import { addHttpMetrics, addMetricsRoute } from './http-metrics.ts';
import { addRequestScope } from './request-scope.ts';
import type { Route } from './route.ts';
import {
  ACTIVE_MODERATORS_HEADER,
  ADMIN_HEADER,
  ADMIN_ROLE_HEADER,
  ALLOCATION_ID_HEADER,
  CLIENT_ID_HEADER,
  MODERATORS_HEADER,
  NETWORK_ID_HEADER,
  REQUEST_ID_HEADER,
  SERVICE_AUTH_HEADER,
  SESSION_KEEPER,
  verifyCall,
} from './service-auth.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** See `CLIENT_ID_HEADER`. */
    clientId: string;
    /** See `NETWORK_ID_HEADER`; falls back to the client id. */
    networkId: string;
    /** See `ALLOCATION_ID_HEADER`; falls back to the network's id. */
    allocationId: string;
    /** See `ADMIN_HEADER`. */
    admin: string;
    /** The role of `admin`; meaningless without one. */
    adminRole: AdminRole;
    /** See `MODERATORS_HEADER`. */
    moderators: number;
    /** See `ACTIVE_MODERATORS_HEADER`. */
    activeModerators: string;
  }
}

export const BODY_LIMIT_BYTES = 64 * 1024;
/** Includes the request's URL: room for a search of 5,000 percent-encoded characters. */
export const HEADER_LIMIT_BYTES = 64 * 1024;
const SLOW_HEADERS_MS = 15_000;
const SLOW_REQUEST_MS = 60_000;
const SLOW_CHECK_MS = 5_000;
/**
 * How long a service keeps an idle connection. Callers receive it as a hint and close earlier. Shorter than the drain
 * period (`DRAIN_MS`), so that no call uses a connection that is just being closed.
 */
const KEEP_IDLE_MS = 5_000;

/** Each check returns whether a required dependency is available. */
export type HealthChecks = Record<string, () => Promise<boolean>>;

/** A service behind the gateway: routes for signed calls, and unauthenticated health endpoints. */
export function buildServiceApp(options: {
  log: Log;
  clock: Clock;
  secret: string;
  metrics?: Metrics;
  routes: Route[];
  checks: HealthChecks;
  /** Dependencies that the service can do without for a while: reported, but never fail readiness. */
  softChecks?: HealthChecks;
}): FastifyInstance {
  const { log, clock, secret, metrics } = options;
  const server = { keepAliveTimeout: KEEP_IDLE_MS };
  const app = createApp(log, metrics ? { metrics, server } : { server });
  app.setNotFoundHandler(answerNotFound);
  addHealth(app, () => checkHealth(options.checks, options.softChecks));
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
      request.networkId = String(request.headers[NETWORK_ID_HEADER] ?? request.clientId);
      request.allocationId = String(request.headers[ALLOCATION_ID_HEADER] ?? request.networkId);
      if (caller === SESSION_KEEPER) readAdmin(request);
    });
    guarded.addHook('preHandler', refuseAbandoned);
    for (const { register } of options.routes) register(guarded);
    done();
  });
  return app;
}

type PrivateParts = {
  log: Log;
  metrics: Metrics;
  readHealth: () => Promise<Health>;
};

/**
 * The app of a private listener: `GET /metrics`, `/health/live` and `/health/ready`. Clients can exhaust the limits of a
 * public port, and must not block the probes that decide whether the process is restarted.
 */
export function buildPrivateApp({ log, metrics, readHealth }: PrivateParts): FastifyInstance {
  const app = createApp(log);
  app.setNotFoundHandler(answerNotFound);
  addHealth(app, readHealth);
  app.get('/metrics', async (_request, reply) => {
    const { text, contentType } = await metrics.read();
    return reply.type(contentType).send(text);
  });
  return app;
}

function readAdmin(request: FastifyRequest): void {
  const { headers } = request;
  request.admin = String(headers[ADMIN_HEADER] ?? '');
  request.adminRole = headers[ADMIN_ROLE_HEADER] === 'admin' ? 'admin' : 'moderator';
  request.moderators = Number(headers[MODERATORS_HEADER] ?? 0);
  request.activeModerators = String(headers[ACTIVE_MODERATORS_HEADER] ?? '');
}

const nextTurn = promisify(setImmediate);

/**
 * After being suspended, a process finds calls whose callers have timed out and assume that nothing was done. The
 * disconnect becomes visible one event-loop turn after the call.
 */
async function refuseAbandoned({ method, raw: { socket } }: FastifyRequest): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return;
  await nextTurn();
  await nextTurn();
  if (socket.readableEnded || socket.destroyed)
    throw new ApiError('service_unavailable', 'The caller has disconnected');
}

const CLOSE_IDLE_MS = 50;
/** URLs that cannot be decoded are routed here, so that their responses pass through every hook. */
const UNROUTABLE = '/unroutable';

/** Fastify's own options. */
export type ServerSettings = Pick<FastifyServerOptions, 'trustProxy' | 'keepAliveTimeout'>;

/**
 * Fastify with the product's request ids, error bodies, limits and timeouts; the gateway uses it too, with its own
 * settings. Takes request ids and traces from callers only with `trustsCallers`.
 */
export function createApp(
  log: Log,
  options: { trustsCallers?: boolean; server?: ServerSettings; metrics?: Metrics } = {},
): FastifyInstance {
  const { trustsCallers = true, server = {}, metrics } = options;
  const app = fastify({
    ...server,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // A child logger per request would cost more than most responses: the request scope adds the fields.
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
      return trustsCallers && typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    },
    // Keep serving until the listener closes.
    return503OnClosing: false,
  }) as unknown as FastifyInstance;
  const refuse = async () => {
    throw new ApiError('invalid_input', 'This URL cannot be decoded. Please check how it is spelled.');
  };
  app.all(UNROUTABLE, { onRequest: refuse }, answerNotFound);
  // Unknown expectations are ignored (RFC 9110, 10.1.1); Node would answer a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.decorateRequest('clientId', '');
  app.decorateRequest('networkId', '');
  app.decorateRequest('allocationId', '');
  app.decorateRequest('admin', '');
  app.decorateRequest('adminRole', 'moderator');
  app.decorateRequest('moderators', 0);
  app.decorateRequest('activeModerators', '');
  addDrain(app);
  closeIdleConnections(app);
  addRequestScope(app, { trustsCallers });
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
 * Connections that become idle after closing began would delay the stop; so would preconnected ones, which Node does
 * not count as idle before their first request.
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

/** Liveness and readiness, without a signature. */
export function addHealth(app: FastifyInstance, readHealth: () => Promise<Health>): void {
  app.get(LIVE_PATH, async () => alive);
  app.get(READY_PATH, async (_request, reply) => {
    const health = await readHealth();
    return reply.code(health.status === 'ok' ? 200 : 503).send(health);
  });
}

/** Runs all checks concurrently; a check that throws has failed. A failed soft check never fails readiness. */
export async function checkHealth(checks: HealthChecks, softChecks: HealthChecks = {}): Promise<Health> {
  const [hard, soft] = await Promise.all([runChecks(checks, 'failed'), runChecks(softChecks, 'degraded')]);
  const isReady = Object.values(hard).every((result) => result === 'ok');
  return { status: isReady ? 'ok' : 'unavailable', checks: { ...hard, ...soft } };
}

async function runChecks(checks: HealthChecks, otherwise: 'failed' | 'degraded'): Promise<Health['checks']> {
  const run = async (check: () => Promise<boolean>) =>
    (await check().catch(() => false)) ? ('ok' as const) : otherwise;
  const results = Object.entries(checks).map(async ([name, check]) => [name, await run(check)] as const);
  return Object.fromEntries(await Promise.all(results));
}
