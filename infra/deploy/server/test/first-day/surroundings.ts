import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startLocalChain } from '@naughty-list/local-chain/local-chain';

export type Surroundings = Awaited<ReturnType<typeof startSurroundings>>;

const AUTHOR = ['-c', 'user.name=Operator', '-c', 'user.email=operator@example.org'];
const MIGRATION = 'create table first_day (id serial primary key);\n';

/**
 * The external services of an operator's server, simulated on this machine's loopback, with the last commit of the
 * repository in `root`; uncommitted changes are not tested.
 */
export async function startSurroundings(folder: string, root: string) {
  const source = join(folder, 'source');
  const served = join(folder, 'repository.git');
  const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  git('clone', '--quiet', root, source);
  git('clone', '--quiet', '--bare', source, served);
  git('-C', served, 'update-server-info');
  mkdirSync(join(folder, 'chain'));
  const chain = await startLocalChain({ dataDir: join(folder, 'chain'), port: 0 });
  const notifications: string[] = [];
  const repository = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://repository');
    try {
      response.end(readFileSync(join(folder, pathname)));
    } catch {
      response.writeHead(404).end();
    }
  });
  const alerts = await listen(async (request, response) => {
    notifications.push(await text(request));
    response.end();
  });
  return {
    chain,
    /** Ports of the repository (HTTP) and of the alert receiver. */
    repository: portOf(repository),
    alerts: portOf(alerts),
    /** The alerts received, as sent by Alertmanager. */
    notifications,
    /** Publishes a later version, with one more migration, in the repository. */
    publishNext() {
      writeFileSync(join(source, 'services/reports/migrations/299901010000-first-day.sql'), MIGRATION);
      git('-C', source, 'add', '.');
      git('-C', source, ...AUTHOR, 'commit', '--quiet', '--message=A later version');
      git('-C', source, 'push', '--quiet', served, 'HEAD');
      git('-C', served, 'update-server-info');
    },
    async close() {
      for (const server of [repository, alerts]) server.close();
      await chain.close();
    },
  };
}

async function listen(answer: RequestListener): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
