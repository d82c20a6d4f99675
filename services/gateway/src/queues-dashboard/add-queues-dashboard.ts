import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { ApiError } from '@naughty-list/contracts/errors';
import { listQueueChanges } from '@naughty-list/contracts/queue-changes';
import { queueNames } from '@naughty-list/contracts/queue-names';
import type { Database } from '@naughty-list/service-kit/database/database';
import { answerNotFound } from '@naughty-list/service-kit/http/error-answers';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { inScope } from '../proxy/proxy.ts';
import { findChanges, recordAnswer, recordChange } from './changes.ts';

const DASHBOARD = '/admin/queues';

/** The dashboard's own policy: its page has a <base>, and its job editor inline styles. Otherwise as strict as the site's. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

type Parts = { db: Database; queues: Queues; log: Log };

/** The queue dashboard for admins, and the list of changes made there. The scope restricts both to admins. */
export function addQueuesDashboard(scope: FastifyInstance, { db, queues, log }: Parts): void {
  const { before, after } = recordChanges(db, log);
  inScope(scope, (inner) => {
    inner.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', POLICY);
    });
    inner.addHook('preHandler', before);
    inner.addHook('onSend', after);
    inner.addHook('onSend', plain);
    inner.register(createBoard(queues, DASHBOARD));
    inner.all(`${DASHBOARD}/*`, answerNotFound);
  });
  route(listQueueChanges, async ({ query }) => {
    const { changes, total } = await findChanges(db, query);
    return new Answer(200, changes, { 'x-total-count': String(total) });
  }).register(scope);
}

/** Every change is recorded before it runs; its outcome is added afterwards. */
function recordChanges(db: Database, log: Log) {
  const recorded = new WeakMap<FastifyRequest, { id: string; change: string }>();
  async function before(request: FastifyRequest): Promise<void> {
    const { admin, method, url, body, id: requestId } = request;
    if (method === 'GET' || method === 'HEAD') return;
    const change = `${method} ${url.slice(DASHBOARD.length).split('?', 1)[0]}`;
    const sent = body ? JSON.stringify(body) : '';
    const id = await recordChange(db, { admin, change, sent, requestId });
    recorded.set(request, { id, change });
  }
  async function after(request: FastifyRequest, { statusCode: status }: FastifyReply): Promise<void> {
    const row = recorded.get(request);
    if (!row) return;
    const { admin, id: requestId } = request;
    log.warn({ admin, change: row.change, status, requestId }, 'queue changed by hand');
    // The change has run; if the outcome cannot be recorded, the row stays without one.
    await recordAnswer(db, row.id, status).catch((err: unknown) =>
      log.error({ err, requestId }, 'outcome of a queue change not recorded'),
    );
  }
  return { before, after };
}

/** The page without external fonts and the inline styles of the loading screen. */
async function plain(_request: FastifyRequest, _reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || !payload.startsWith('<')) return payload;
  return payload.replace(/<link href="https:\/\/fonts\.[^>]*>|<style>[^<]*<\/style>| style="[^"]*"/g, '');
}

const RETRY_AFTER_SECONDS = 5;
const ui = dirname(fileURLToPath(import.meta.resolve('@bull-board/ui/package.json')));

/**
 * A dashboard under one path; access control is the caller's. Its calls first make sure that the queues are
 * connected.
 */
export function createBoard(queues: Queues, path: string): FastifyPluginAsync {
  const serverAdapter = new FastifyAdapter();
  serverAdapter.setBasePath(path);
  const { replaceQueues } = createBullBoard({
    queues: [],
    serverAdapter,
    options: {
      uiBasePath: ui,
      uiConfig: {
        boardTitle: 'Queues',
        miscLinks: [{ text: 'Back to the admin panel', url: '/admin' }],
        hideRedisDetails: true,
      },
    },
  });
  // As of every other route of the panel.
  serverAdapter.setErrorHandler((error) => {
    throw error;
  });
  const plugin = serverAdapter.registerPlugin() as FastifyPluginCallback;
  let shown: unknown[] = [];
  async function connect(): Promise<void> {
    // A queue that failed to connect is replaced by a new one; update the board.
    const opened = await Promise.all(queueNames.map((name) => queues.open(name))).catch(() => {
      throw new ApiError(
        'service_unavailable',
        'The queues cannot be reached. Please try again in a moment.',
        { retryAfter: RETRY_AFTER_SECONDS },
      );
    });
    if (opened.every((queue, index) => queue === shown[index])) return;
    shown = opened;
    replaceQueues(opened.map((queue) => new BullMQAdapter(queue)));
  }
  return async (scope) => {
    scope.addHook('preHandler', async ({ url }) => {
      if (url.startsWith(`${path}/api/`)) await connect();
    });
    scope.register(plugin, { prefix: path });
  };
}
