import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { answerNotFound } from '@naughty-list/service-kit/error-answers';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientRoutes } from './client-routes.ts';

/** Called for each page that was answered. */
export type OnPage = (request: FastifyRequest) => void;

/** The built web app: its files, its pages, and Page Not Found for everything else. */
export async function addWebApp(app: FastifyInstance, root: string, onPage: OnPage): Promise<void> {
  const html = await readFile(join(root, 'index.html'));
  // Always whole and never from a cache: a new release shows at once, and each load is counted.
  const sendPage = (reply: FastifyReply, status: 200 | 404) =>
    reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);

  for (const path of clientRoutes) {
    for (const url of path === '/' ? [path] : [path, `${path}/`]) {
      app.get(url, async (request, reply) => {
        onPage(request);
        return sendPage(reply, 200);
      });
    }
  }
  await app.register((files, _options, done) => {
    // A path that is refused (dot segments, encoded slashes) names nothing.
    files.setErrorHandler((error: FastifyError, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      reply.callNotFound();
    });
    files.register(fastifyStatic, {
      root,
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => reply.header('cache-control', cacheControl(path.slice(root.length))),
    });
    done();
  });
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? sendPage(reply, 404) : answerNotFound(request, reply),
  );
}

/** Vite puts a hash of their content into the names of assets. */
function cacheControl(path: string): string {
  return /[\\/]assets[\\/].+-[\w-]{8,}\.\w+/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

function isPage({ method, url }: FastifyRequest): boolean {
  return ['GET', 'HEAD'].includes(method) && !/^\/(api|assets|health|internal)([/?]|$)/.test(url);
}
