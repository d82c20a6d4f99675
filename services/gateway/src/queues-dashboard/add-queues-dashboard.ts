import { listQueueChanges } from '@naughty-list/contracts/queue-changes';
import type { Database } from '@naughty-list/service-kit/database/database';
import { answerNotFound } from '@naughty-list/service-kit/http/error-answers';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createBoard } from './board.ts';
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
  scope.register((inner, _options, done) => {
    inner.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', POLICY);
    });
    inner.addHook('preHandler', before);
    inner.addHook('onSend', after);
    inner.addHook('onSend', plain);
    inner.register(createBoard(queues, DASHBOARD));
    inner.all(`${DASHBOARD}/*`, answerNotFound);
    done();
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
