import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { ApiError } from '@naughty-list/contracts/errors';
import { queueNames } from '@naughty-list/contracts/queue-names';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { FastifyPluginCallback } from 'fastify';

const RETRY_AFTER_SECONDS = 5;
const ui = dirname(fileURLToPath(import.meta.resolve('@bull-board/ui/package.json')));

/**
 * A dashboard under one path; access control is the caller's. Its calls first make sure that the queues are
 * connected.
 */
export function createBoard(queues: Queues, path: string): FastifyPluginCallback {
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
  return (scope, _options, done) => {
    scope.addHook('preHandler', async ({ url }) => {
      if (url.startsWith(`${path}/api/`)) await connect();
    });
    scope.register(plugin, { prefix: path });
    done();
  };
}
