import { mkdtempSync, symlinkSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Hash, leafHash } from '@naughty-list/ledger/hashes';
import { growRows, type ReadRow, rootAt } from '@naughty-list/ledger/tree';
import pg from 'pg';
import { openDatabase } from '../../../../../packages/service-kit/src/database/database.ts';
import { listMigrations, migrate } from '../../../../../packages/service-kit/src/database/migrate.ts';
import { ReadableError } from '../readable-error.ts';
import { REPOSITORY } from '../repository.ts';
import { SERVICE_NAMES, type ServiceName, schemas } from '../service-environment.ts';
import {
  fingerprint,
  listTables,
  loadTables,
  readSequences,
  type Sequence,
  type Table,
  writeTable,
} from './tables.ts';

/** What a copy of the database holds, apart from the rows themselves. */
export type Manifest = {
  made: string;
  /** The release that wrote it. */
  version: string;
  /** The applied migrations of each service. */
  migrations: Record<ServiceName, string[]>;
  tables: Table[];
  sequences: Sequence[];
  log: SignedHead | null;
};

/** One connection to a database, ended afterwards. Times and numbers are printed alike everywhere. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC -c statement_timeout=0' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Writes every table of one moment into a folder, while the product goes on. Jobs are not among them. */
export async function writeDatabase(url: string, folder: string, version: string): Promise<Manifest> {
  await mkdir(folder, { mode: 0o700 });
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const made = new Date().toISOString();
    const migrations = await appliedMigrations(client);
    const tables = await listTables(client);
    const sequences = await readSequences(client);
    for (const table of tables) await writeTable(client, table, folder);
    const log = (await readSignedHead(client)) ?? null;
    await client.query('commit');
    return { made, version, migrations, tables, sequences, log };
  });
}

async function appliedMigrations(client: pg.Client): Promise<Manifest['migrations']> {
  const migrations: Partial<Manifest['migrations']> = {};
  for (const name of SERVICE_NAMES) {
    const { rows } = await client
      .query(`select name from ${schemas[name]}.migrations order by name`)
      .catch(() => {
        throw new ReadableError('There is no database of the Naughty List yet: start the product once');
      });
    migrations[name] = rows.map((row) => row.name);
  }
  return migrations as Manifest['migrations'];
}

/**
 * Fills an empty database with what was written, on the migrations that it was written with, and checks that every
 * table holds the same rows and that the log's entries have the signed root.
 * @throws ReadableError when the database is not empty, the migrations are unknown, or something differs
 */
export async function loadDatabase(
  url: string,
  { folder, manifest }: { folder: string; manifest: Manifest },
): Promise<void> {
  await withClient(url, requireEmpty);
  for (const name of SERVICE_NAMES) await makeSchema(url, name, manifest.migrations[name]);
  await withClient(url, async (client) => {
    await client.query('begin');
    await loadTables(client, { ...manifest, folder });
    await client.query('commit; analyze');
    for (const { name, rows, sum } of manifest.tables) {
      const found = await fingerprint(client, name);
      if (found.rows !== rows || found.sum !== sum)
        throw new ReadableError(
          `${name} holds ${found.rows} rows that are not the ${rows} that were written`,
        );
    }
    const { log } = manifest;
    if (log && (await rebuildRoot(client, log)) !== log.root)
      throw new ReadableError(
        `The log ${log.name} does not have the root that it signed at ${log.size} entries`,
      );
  });
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select nspname from pg_namespace where nspname = any($1)', [
    Object.values(schemas),
  ]);
  if (rows.length > 0)
    throw new ReadableError(
      `The database already has the schema ${rows[0].nspname}: name an empty one (createdb)`,
    );
}

/** Creates a service's schema as it was after these migrations. */
async function makeSchema(url: string, service: ServiceName, applied: string[]): Promise<void> {
  const released = join(REPOSITORY, 'services', service, 'migrations');
  const known = await listMigrations(released);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new ReadableError(
      `It was written by a newer release (${unknown.join(', ')} of ${service}): use that release`,
    );
  const directory = mkdtempSync(join(tmpdir(), 'naughty-list-migrations-'));
  const db = openDatabase({ url, schema: schemas[service], max: 1 });
  try {
    for (const name of applied) symlinkSync(join(released, name), join(directory, name));
    await migrate(db, { schema: schemas[service], directory });
  } finally {
    await db.destroy();
    await rm(directory, { recursive: true });
  }
}

/** The head of the current log as it was signed; `log` is its number, null where there can be only one. */
type SignedHead = { log: number | null; name: string; size: number; root: string };

export async function readSignedHead(client: pg.ClientBase): Promise<SignedHead | undefined> {
  // The schema of the first release has no numbers.
  const { rows } = await client.query<{ log: number | null; checkpoint: string | null }>(
    "select (to_jsonb(head)->>'log')::int as log, checkpoint from reports.ledger_head head order by log desc limit 1",
  );
  const [name, size, root] = rows[0]?.checkpoint?.split('\n') ?? [];
  return name && root ? { log: rows[0]?.log ?? null, name, size: Number(size), root } : undefined;
}

/** The root of the tree over the entries themselves, up to a size. */
async function rebuildRoot(client: pg.ClientBase, { log, size }: SignedHead): Promise<string> {
  const { rows } = await client.query<{ entry: Buffer }>(
    `select entry from reports.ledger_records where leaf_index < ${size} ${log === null ? '' : `and log = ${log}`} order by leaf_index`,
  );
  if (rows.length !== size) return `${rows.length} of ${size} entries`;
  const tree: Hash[][] = [];
  const read: ReadRow = async (row, from, to) => tree[row]?.slice(from, to) ?? [];
  const leaves = rows.map(({ entry }) => leafHash(entry));
  for (const { row, hashes } of await growRows(read, 0, leaves)) tree[row] = [...hashes];
  return (await rootAt(read, size)).toString('base64');
}
