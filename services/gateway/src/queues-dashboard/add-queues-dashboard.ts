import { ApiError } from '@naughty-list/contracts/errors';
import { listQueueChanges } from '@naughty-list/contracts/queue-changes';
import type { Database } from '@naughty-list/service-kit/database/database';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { orUnavailable } from '../database.ts';
import { addLazyPlugin } from '../responses/lazy-plugin.ts';
import type { BoardSettings } from './board.ts';
import { UNLOCK } from './change-in-words.ts';
import { findChanges, recordAnswer, recordChange } from './changes.ts';
import { addUnlock, DASHBOARD, UNLOCKED_DASHBOARD } from './unlock.ts';

/** The dashboard's own policy, because its page has a <base>. Otherwise as strict as the site's. */
const policy = (styles: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const PACKAGES = ['@bull-board/api', '@bull-board/fastify', '@bull-board/ui/package.json'];

/** Hash of the one <style> that its menus insert. */
const MENU_STYLE = "'sha256-dv714QSXJBurriRZTklJT4phtgwCe+o7Frxoi2awcdg='";
/** The job editor, present only while unlocked, writes inline styles. */
const EDITOR_STYLES = "'unsafe-inline'";

type Parts = { db: Database; queues: Queues; clock: Clock; log: Log };

/**
 * The queue dashboard for admins, read-only until unlocked, and the list of changes made there. The scope restricts
 * both to admins.
 */
export function addQueuesDashboard(scope: FastifyInstance, parts: Parts): void {
  const looking = {
    path: DASHBOARD,
    readOnly: true,
    title: 'Queues',
    link: { text: 'Change queues …', url: UNLOCK },
  };
  const changing = {
    path: UNLOCKED_DASHBOARD,
    readOnly: false,
    title: 'Queues (unlocked)',
    link: { text: 'Just look', url: DASHBOARD },
  };
  addUnlock(scope, parts);
  addBoard(scope, parts, { board: looking, styles: MENU_STYLE, before: refuseChanges });
  addBoard(scope, parts, { board: changing, styles: EDITOR_STYLES, ...allowChanges(parts) });
  route(listQueueChanges, async ({ query }) => {
    const { changes, total } = await orUnavailable(findChanges(parts.db, query));
    return new Answer(200, changes, { 'x-total-count': String(total) });
  }).register(scope);
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Board = {
  board: BoardSettings;
  styles: string;
  /** Lets a call through, or answers it. */
  before: Hook;
  /** Sees each response before it is sent. */
  after?: Hook;
};

function addBoard(
  scope: FastifyInstance,
  { queues, log }: Parts,
  { board, styles, before, after }: Board,
): void {
  scope.register((inner, _options, done) => {
    inner.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policy(styles));
    });
    inner.addHook('preHandler', before);
    if (after) inner.addHook('onSend', async (request, reply) => void (await after(request, reply)));
    addLazyPlugin(inner, {
      path: board.path,
      packages: PACKAGES,
      make: async () => (await import('./board.ts')).createBoard(queues, board),
      page: plain,
      log,
    });
    done();
  });
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

const refuseChanges: Hook = async (request) => {
  if (!isRead(request))
    throw new ApiError('not_confirmed', 'Queues can be changed after a confirmation only.');
};

/** Every change is recorded before it runs; its outcome is added afterwards. */
function allowChanges({ db, clock, log }: Parts): { before: Hook; after: Hook } {
  const recorded = new WeakMap<FastifyRequest, { id: string; change: string }>();
  const before: Hook = async (request, reply) => {
    const { admin, method, url, body, id: requestId } = request;
    const isUnlocked = (request.session.queuesUnlockedUntil ?? 0) > clock.now().getTime();
    if (isRead(request)) {
      const isPage = request.headers.accept?.includes('text/html');
      return isUnlocked || !isPage ? undefined : reply.redirect(UNLOCK, 303);
    }
    if (!isUnlocked) return refuseChanges(request, reply);
    const change = `${method} ${url.slice(UNLOCKED_DASHBOARD.length).split('?', 1)[0]}`;
    const sent = Buffer.isBuffer(body) ? body.toString() : '';
    const id = await orUnavailable(recordChange(db, { admin, change, sent, requestId }));
    recorded.set(request, { id, change });
    return undefined;
  };
  const after: Hook = async (request, { statusCode: status }) => {
    const row = recorded.get(request);
    if (!row) return;
    const { admin, id: requestId } = request;
    log.warn({ admin, change: row.change, status, requestId }, 'queue changed by hand');
    // The change has run; if the outcome cannot be recorded, the row stays without one.
    await recordAnswer(db, row.id, status).catch((err: unknown) =>
      log.error({ err, requestId }, 'outcome of a queue change not recorded'),
    );
  };
  return { before, after };
}

/** Without external fonts and the inline styles of the loading screen. */
const plain = (html: string) =>
  html.replace(/<link href="https:\/\/fonts\.[^>]*>|<style>[^<]*<\/style>| style="[^"]*"/g, '');
