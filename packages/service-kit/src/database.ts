import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import knex, { type Knex } from 'knex';
import { ConfigError } from './config.ts';

export type Database = Knex;

/**
 * A pool whose unqualified names are those of one schema. Connects on the first query, not before.
 * `bigint` and `numeric` columns come back as strings, as pg gives them: amounts are never floats.
 */
export function openDatabase({
  url,
  schema,
  max = 10,
}: {
  url: string;
  schema: string;
  max?: number;
}): Database {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: schema, keepAlive: true },
    searchPath: [schema, 'public'],
    pool: { min: 0, max },
    acquireConnectionTimeout: 10_000,
    log: silentKnex,
  });
}

/** Whatever Knex would print about a fault is thrown as well; standard output belongs to the log. */
const silentKnex = { warn() {}, error() {}, deprecate() {}, debug() {} };

/** Whether a process brings its schema up to date when it starts, or only looks whether somebody else has. */
export type MigrationMode = 'run' | 'checked';

/**
 * Brings a schema up to date. Services start side by side, so one advisory lock per database orders them.
 * `directory` holds the migrations, named `<timestamp>-<what>.ts`, each with an `up(knex)`. In mode `checked` nothing is
 * changed, and a migration that is missing throws {@link ConfigError}.
 */
export async function migrate(
  db: Database,
  { schema, directory, mode = 'run' }: { schema: string; directory: string; mode?: MigrationMode },
): Promise<void> {
  if (mode === 'checked') return checkMigrated(db, { schema, directory });
  const connection = await db.client.acquireConnection();
  try {
    while (!(await tryLock(db, connection))) await sleep(LOCK_POLL_MS);
    await db.raw('create schema if not exists ??', [schema]).connection(connection);
    const source = { schemaName: schema, migrationSource: new MigrationFolder(directory) };
    // Knex's own lock is a row that outlives a process that was killed; the advisory lock ends with its connection.
    await db.migrate.forceFreeMigrationsLock(source);
    await db.migrate.latest(source);
  } finally {
    // Unlocks whatever this connection holds; it goes back to the pool.
    await db.raw('select pg_advisory_unlock_all()').connection(connection);
    await db.client.releaseConnection(connection);
  }
}

async function checkMigrated(db: Database, { schema, directory }: { schema: string; directory: string }) {
  const known = await new MigrationFolder(directory).getMigrations();
  const isThere = await db.schema.withSchema(schema).hasTable('knex_migrations');
  const done: string[] = isThere ? await db.withSchema(schema).table('knex_migrations').pluck('name') : [];
  const missing = known.filter((name) => !done.includes(name));
  if (missing.length === 0) return;
  throw new ConfigError(
    `The schema ${schema} lacks ${missing.join(', ')}: run the migration step (node src/migrate.ts) before this version.`,
  );
}

const LOCK_POLL_MS = 50;

/** Asks instead of waiting: a statement that waits keeps a snapshot, and `create index concurrently` waits for those. */
async function tryLock(db: Database, connection: unknown): Promise<boolean> {
  const answer = await db
    .raw('select pg_try_advisory_lock(hashtext(?)) as locked', ['migrate'])
    .connection(connection);
  return answer.rows[0].locked;
}

/** Whether the database answers. */
export async function databaseAnswers(db: Database): Promise<boolean> {
  return db
    .raw('select 1')
    .timeout(2_000)
    .then(
      () => true,
      () => false,
    );
}

/** `config.transaction: false` for what PostgreSQL cannot do inside one (`create index concurrently`). */
type Migration = Knex.Migration & { config?: { transaction?: boolean } };

/** Loads migrations with `import()`: Knex's own loader knows neither ES modules' `.ts` nor the workspace. */
class MigrationFolder implements Knex.MigrationSource<string> {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async getMigrations(): Promise<string[]> {
    const names = await readdir(this.#directory);
    return names.filter((name) => /^\d{12}-[a-z0-9-]+\.ts$/.test(name)).sort();
  }

  getMigrationName(name: string): string {
    return name;
  }

  async getMigration(name: string): Promise<Migration> {
    const { up, config } = await import(pathToFileURL(`${this.#directory}/${name}`).href);
    // Forward only: a mistake is mended by the next migration.
    return { up, down: () => Promise.reject(new Error('Migrations go forward only')), config };
  }
}
