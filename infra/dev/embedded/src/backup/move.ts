import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { queueNames } from '@naughty-list/contracts/queue-names';
import { openQueues } from '../../../../../packages/service-kit/src/jobs/queues.ts';
import { createLog } from '../../../../../packages/service-kit/src/telemetry/log.ts';
import { makeFolders, secretFile, takeDataFolder } from '../data-folder.ts';
import { ReadableError } from '../readable-error.ts';
import { connectElsewhere, describeDatabase, movedFile } from '../stack-database.ts';
import { loadDatabase, type Manifest, withClient, writeDatabase } from './copy-database.ts';
import { type DataSource, openDataSource, openStopped } from './data-source.ts';
import { releaseVersion } from './make-backup.ts';
import { requireNew } from './restore-backup.ts';

/** The next start takes the new place for its own: a move loses nothing, unlike a restore. */
const FORGET_PLACE = 'update reports.state set identity = null; update chain.state set identity = null';

/** What was moved: the manifest, and the number of waiting jobs. */
export type Moved = { manifest: Manifest; jobs: number };

/**
 * Moves the data of a folder into an empty PostgreSQL elsewhere, and its waiting jobs there or into a Redis. The folder
 * keeps its copy, on which `npm start` refuses to go on, and the settings for the servers in `server.env`.
 * @throws ReadableError when the stack runs, or the other database is unreachable, too old or not empty
 */
export async function moveToServers(dataDir: string, to: string, queueUrl = to): Promise<Moved> {
  await (await connectElsewhere(to)).stop();
  const source = await openDataSource(dataDir);
  if (source.isRunning) throw new ReadableError(`The product runs on ${dataDir}: stop it first (Ctrl-C)`);
  const secrets = ['internal-secret', 'session-secret'].map((name) => secretFile(join(dataDir, name)));
  try {
    const moved = await copy(source.url, { to, scratch: dataDir, queueUrl });
    const settings = {
      DATABASE_URL: to,
      QUEUE_URL: queueUrl,
      INTERNAL_SECRET: secrets[0],
      SESSION_SECRET: secrets[1],
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(dataDir, 'server.env'), lines.join(''), { mode: 0o600 });
    writeFileSync(movedFile(dataDir), `${describeDatabase(to)}\n`);
    return moved;
  } finally {
    await source.close();
  }
}

/** The way back: moves the data of a PostgreSQL elsewhere into a new folder. */
export async function moveHere(dataDir: string, from: string, queueUrl = from): Promise<Moved> {
  requireNew(dataDir);
  await (await connectElsewhere(from)).stop();
  await requireUnused(from);
  makeFolders(dataDir);
  let target: DataSource | undefined;
  try {
    target = await openStopped(dataDir, takeDataFolder(dataDir));
    return await copy(from, { to: target.url, scratch: dataDir, from: queueUrl, queueUrl: target.url });
  } finally {
    await target?.close();
  }
}

type Copy = { to: string; scratch: string; from?: string; queueUrl: string };

async function copy(source: string, { to, scratch, from = source, queueUrl }: Copy): Promise<Moved> {
  const folder = mkdtempSync(join(scratch, 'move-'));
  try {
    const tables = join(folder, 'tables');
    const manifest = await writeDatabase(source, tables, releaseVersion());
    await loadDatabase(to, { folder: tables, manifest });
    await withClient(to, (client) => client.query(FORGET_PLACE));
    return { manifest, jobs: await carryJobs(from, queueUrl) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Two of the product on one database each would sign two logs under one name. */
async function requireUnused(url: string): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query(
      `select count(*)::int as used from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
  );
  if (rows[0].used > 0)
    throw new ReadableError(
      `${rows[0].used} connections still use ${describeDatabase(url)}: stop every service first`,
    );
}

/** Adds the jobs that wait in one store to another, under their ids; those that were given up stay behind. */
async function carryJobs(from: string, to: string): Promise<number> {
  const log = createLog('move', 'silent');
  const [source, target] = [openQueues({ url: from, log }), openQueues({ url: to, log })];
  let carried = 0;
  try {
    for (const name of new Set(queueNames)) {
      const jobs = await (await source.open(name)).getJobs(['waiting', 'prioritized', 'delayed', 'active']);
      const queue = await target.open(name);
      for (const { name: job, data, opts, id, timestamp } of jobs) {
        await queue.add(job, data, { ...opts, timestamp, ...(id && { jobId: id }) });
        carried += 1;
      }
    }
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
  return carried;
}
