import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { copyLivingFolder, type Wanted } from './copy-living-folder.ts';

// As PostgreSQL's documentation says, "Making a Base Backup Using the Low Level API": what is made anew at each start.
const emptied = ['dynshmem', 'notify', 'replslot', 'serial', 'snapshots', 'stat_tmp', 'subtrans'].map(
  (name) => `pg_${name}`,
);
const skipped =
  /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init)$|^(postmaster\.(pid|opts)|backup_label|tablespace_map)$/;

const wanted: Wanted = (path) => {
  if (skipped.test(path)) return 'skip';
  return emptied.includes(path) || path === 'pg_wal' ? 'empty' : 'copy';
};

/**
 * Copies the files of a PostgreSQL cluster that goes on working. The copy holds the log of everything that was written
 * meanwhile; PostgreSQL makes it whole when it is started on it.
 */
export async function copyRunningCluster(cluster: string, databaseUrl: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The slot keeps the log from being tidied away before it is copied; it goes with the connection.
    const slot = `backup_${randomBytes(8).toString('hex')}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    await client.query("select pg_backup_start('naughty-list', true)");
    await copyLivingFolder(cluster, to, wanted);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await writeFile(join(to, 'backup_label'), rows[0].labelfile, { mode: 0o600 });
    await copyLivingFolder(join(cluster, 'pg_wal'), join(to, 'pg_wal'), () => 'copy');
  } finally {
    await client.end();
  }
}

/** Copies the files of a cluster that was stopped. */
export async function copyStoppedCluster(cluster: string, to: string): Promise<void> {
  await copyLivingFolder(cluster, to, (path) => (skipped.test(path) ? 'skip' : 'copy'));
}
