import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type LocalChain, startLocalChain } from '@naughty-list/local-chain/local-chain';

/** What an operator's server finds in the world, here on the loopback of this machine. */
export type Surroundings = {
  chain: LocalChain;
  /** Ports: the repository over HTTP, and whoever is told alerts. */
  repository: number;
  alerts: number;
  /** What was told, as Alertmanager wrote it. */
  told: string[];
  /** A later version, with a migration more, is in the repository from then on. */
  publishNext(): void;
  close(): Promise<void>;
};

const AUTHOR = ['-c', 'user.name=Operator', '-c', 'user.email=operator@example.org'];
const MIGRATION = `import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('first_day', (table) => table.increments());
}
`;

/** Begins with the last commit of the repository in `root`: what is not committed is not tried. */
export async function startSurroundings(folder: string, root: string): Promise<Surroundings> {
  const source = join(folder, 'source');
  const served = join(folder, 'repository.git');
  const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  git('clone', '--quiet', root, source);
  git('clone', '--quiet', '--bare', source, served);
  git('-C', served, 'update-server-info');
  mkdirSync(join(folder, 'chain'));
  const chain = await startLocalChain({ dataDir: join(folder, 'chain'), port: 0 });
  const told: string[] = [];
  const repository = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://repository');
    try {
      response.end(readFileSync(join(folder, pathname)));
    } catch {
      response.writeHead(404).end();
    }
  });
  const alerts = await listen(async (request, response) => {
    told.push(await text(request));
    response.end();
  });
  return {
    chain,
    repository: portOf(repository),
    alerts: portOf(alerts),
    told,
    publishNext() {
      writeFileSync(join(source, 'services/reports/migrations/299901010000-first-day.ts'), MIGRATION);
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
