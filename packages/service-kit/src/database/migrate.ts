import { setTimeout as sleep } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import { ConfigError } from '../lifecycle/config.ts';
import type { Log } from '../telemetry/log.ts';
import type { Database } from './database.ts';
import { type LockHolder, watchingHolders } from './lock-holders.ts';
import { type LockRetry, lockRetry, retryOnLock } from './lock-retry.ts';
import { MigrationFolder } from './migration-folder.ts';

/** Whether a process runs migrations at startup, or only checks that they have run. */
export type MigrationMode = 'run' | 'checked';

/**
 * Runs a schema's migrations, each in its own transaction unless it opts out. Services start concurrently, so one
 * advisory lock per database orders them. `directory` holds the migrations, named `<timestamp>-<what>.ts`, each with
 * an `up(knex)`. Locks are awaited in short tries, so that users of a table are blocked no longer than `patience`
 * allows.
 *
 * @throws ConfigError in mode `checked`, which changes nothing, when a migration is missing
 * @throws MigrationBlocked when a lock is held longer than all tries
 */
export async function migrate(
  db: Database,
  options: {
    schema: string;
    directory: string;
    mode?: MigrationMode;
    log?: Log;
    retry?: LockRetry;
  },
): Promise<void> {
  const { schema, mode = 'run' } = options;
  if (mode === 'checked') return checkMigrated(db, options);
  const migrator = openMigrator(db, schema);
  const connection = await migrator.db.client.acquireConnection();
  try {
    while (!(await tryLock(migrator.db, connection))) await sleep(LOCK_POLL_MS);
    await migrator.db.raw('create schema if not exists ??', [schema]).connection(connection);
    await runAll({ ...migrator, connection }, options);
  } finally {
    await migrator.db.client.releaseConnection(connection);
    // Closing the connection releases the lock.
    await migrator.db.destroy();
  }
}

type Migrator = { db: Knex; sessions: Set<number>; connection: unknown };

/** A pool only for migrations, so that its session settings affect nothing else, with its backend process ids. */
function openMigrator(db: Database, schema: string): Omit<Migrator, 'connection'> {
  const sessions = new Set<number>();
  const { connection, ...config } = db.client.config;
  const afterCreate = (session: Session, done: (error: Error | null) => void) => {
    if (session.processID) sessions.add(session.processID);
    session.query(`set lock_timeout = ${LONGEST_LOCK_MS}`, (error) => done(error));
  };
  return {
    db: knex({
      ...config,
      connection: { ...connection, application_name: `${schema} migration` },
      pool: { min: 0, max: 4, afterCreate },
    }),
    sessions,
  };
}

/** The part of pg's client in use. */
type Session = { processID?: number; query(text: string, done: (error: Error | null) => void): void };

/** Outside transactions: `create index concurrently` waits for old transactions but blocks nothing. */
const LONGEST_LOCK_MS = 15 * 60_000;
const LOCK_POLL_MS = 50;
const POLLS_PER_WAIT = 4;

async function runAll(
  { db, sessions, connection }: Migrator,
  { schema, directory, log, retry = lockRetry }: Omit<Parameters<typeof migrate>[1], 'mode'>,
): Promise<void> {
  let now = { migration: 'unknown', inTransaction: true, lockMs: 0 };
  let holders: LockHolder[] = [];
  const folder = new MigrationFolder(directory, async (trx, { name: migration, inTransaction }) => {
    now = { ...now, migration, inTransaction };
    if (inTransaction) await trx.raw(`set local lock_timeout = ${now.lockMs}`);
  });
  const source = {
    schemaName: schema,
    migrationSource: folder,
    // Allows rolling back to an older version after a newer one has migrated.
    disableMigrationsListValidation: true,
  };
  const watch = {
    db,
    connection,
    waiting: () => [...sessions],
    seen: (seen: LockHolder[]) => {
      holders = seen;
    },
  };
  const runNext = (lockMs: number) => {
    now = { ...now, lockMs };
    return watchingHolders<[number, string[]]>(() => db.migrate.up(source), {
      ...watch,
      everyMs: lockMs / POLLS_PER_WAIT,
    });
  };
  // Knex's own lock is a row that survives a killed process; the advisory lock ends with its connection.
  await db.migrate.forceFreeMigrationsLock(source);
  for (let done = ['']; done.length > 0; ) {
    holders = [];
    [, done] = await retryOnLock(retry, runNext, {
      now: () => ({ migration: `${schema}/${now.migration}`, holders, mayRepeat: now.inTransaction }),
      waits: (blocked) => log?.warn(blocked, 'a migration waits for a lock'),
    });
  }
}

async function checkMigrated(db: Database, { schema, directory }: { schema: string; directory: string }) {
  const known = await new MigrationFolder(directory).getMigrations();
  const isThere = await db.schema.withSchema(schema).hasTable('knex_migrations');
  const done: string[] = isThere ? await db.withSchema(schema).table('knex_migrations').pluck('name') : [];
  const missing = known.filter((name) => !done.includes(name));
  if (missing.length === 0) return;
  throw new ConfigError(
    `The schema ${schema} lacks ${missing.join(', ')}: run the migration step (node src/main.ts migrate) before this version.`,
  );
}

/**
 * Polls instead of waiting: a waiting statement holds a snapshot, and `create index concurrently` waits for
 * snapshots.
 */
async function tryLock(db: Knex, connection: unknown): Promise<boolean> {
  const answer = await db
    .raw('select pg_try_advisory_lock(hashtext(?)) as locked', ['migrate'])
    .connection(connection);
  return answer.rows[0].locked;
}
