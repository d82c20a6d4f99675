import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { copyLivingFolder, type Wanted } from './copy-living-folder.ts';

// Contents recreated at each start; see PostgreSQL's documentation, "Making a Base Backup Using the Low Level API".
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
 * Copies the files of a running PostgreSQL cluster. The copy includes the WAL written meanwhile, from which PostgreSQL
 * recovers at its first start.
 */
export async function copyRunningCluster(cluster: string, databaseUrl: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The slot keeps WAL from being removed before it is copied; it ends with the connection.
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

/** Copies the files of a stopped cluster. */
export async function copyStoppedCluster(cluster: string, to: string): Promise<void> {
  await copyLivingFolder(cluster, to, (path) => (skipped.test(path) ? 'skip' : 'copy'));
}
