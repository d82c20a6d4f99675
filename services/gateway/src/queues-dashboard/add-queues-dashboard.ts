import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { addLater } from '../later/add-later.ts';
import type { BoardSettings } from './board.ts';
import { noteChange } from './changes.ts';
import { addUnlock, DASHBOARD, UNLOCK, UNLOCKED_DASHBOARD } from './unlock.ts';

/** The dashboard's own policy: its page names a <base>. Everything else is as strict as for the rest of the site. */
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

/** The one <style> that its menus make. */
const MENU_STYLE = "'sha256-dv714QSXJBurriRZTklJT4phtgwCe+o7Frxoi2awcdg='";
/** The editor of jobs, which only the unlocked dashboard has, writes styles as it goes. */
const EDITOR_STYLES = "'unsafe-inline'";

/** The queues, for admins: to look at, and after a confirmation to change. The scope lets admins in and nobody else. */
export function addQueuesDashboard(scope: FastifyInstance, context: Context): void {
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
  addUnlock(scope, context);
  addBoard(scope, context, { board: looking, styles: MENU_STYLE, before: refuseChanges });
  addBoard(scope, context, { board: changing, styles: EDITOR_STYLES, before: allowChanges(context) });
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function addBoard(
  scope: FastifyInstance,
  { queues, log }: Context,
  { board, styles, before }: { board: BoardSettings; styles: string; before: Hook },
): void {
  scope.register((inner, _options, done) => {
    inner.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policy(styles));
    });
    inner.addHook('preHandler', before);
    addLater(inner, {
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

/** Every change is written down first: nothing is changed that nobody can find again. */
function allowChanges({ db, clock, log }: Context): Hook {
  return async (request, reply) => {
    const { admin, method, url, id: requestId } = request;
    const isUnlocked = (request.session.queuesUnlockedUntil ?? 0) > clock.now().getTime();
    if (isRead(request)) {
      const isPage = request.headers.accept?.includes('text/html');
      return isUnlocked || !isPage ? undefined : reply.redirect(UNLOCK, 303);
    }
    if (!isUnlocked) return refuseChanges(request, reply);
    const change = `${method} ${url.slice(UNLOCKED_DASHBOARD.length).split('?', 1)[0]}`;
    await noteChange(db, { admin, change, requestId });
    log.warn({ admin, change, requestId }, 'queue changed by hand');
    return undefined;
  };
}

/** Without fonts from elsewhere, and without the inline styles of what is shown while the page loads. */
const plain = (html: string) =>
  html.replace(/<link href="https:\/\/fonts\.[^>]*>|<style>[^<]*<\/style>| style="[^"]*"/g, '');
