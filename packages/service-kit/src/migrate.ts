import { setTimeout as sleep } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import { ConfigError } from './config.ts';
import type { Database } from './database.ts';
import { type LockHolder, watchingHolders } from './lock-holders.ts';
import { type LockPatience, lockPatience, withPatience } from './lock-patience.ts';
import type { Log } from './log.ts';
import { MigrationFolder } from './migration-folder.ts';

/** Whether a process brings its schema up to date when it starts, or only looks whether somebody else has. */
export type MigrationMode = 'run' | 'checked';

/**
 * Brings a schema up to date, one migration after the other, each in a transaction of its own unless it asks for none. Services
 * start side by side, so one advisory lock per database orders them. `directory` holds the migrations, named
 * `<timestamp>-<what>.ts`, each with an `up(knex)`. A lock that a migration needs is waited for in short tries, so that whoever
 * uses the table is held up for no longer than `patience` says.
 *
 * @throws ConfigError in mode `checked`, where nothing is changed, when a migration is missing
 * @throws MigrationBlocked when somebody holds a lock for longer than all tries take
 */
export async function migrate(
  db: Database,
  options: {
    schema: string;
    directory: string;
    mode?: MigrationMode;
    log?: Log;
    patience?: LockPatience;
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
    // Unlocks: the connection ends.
    await migrator.db.destroy();
  }
}

type Migrator = { db: Knex; sessions: Set<number>; connection: unknown };

/** A pool for migrations alone, so that what is set for them holds for nobody else, and its sessions' numbers. */
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

/** What is used here of pg's client. */
type Session = { processID?: number; query(text: string, done: (error: Error | null) => void): void };

/** Outside of transactions: `create index concurrently` waits for old transactions, and nobody waits for it. */
const LONGEST_LOCK_MS = 15 * 60_000;
const LOCK_POLL_MS = 50;
const LOOKS_PER_WAIT = 4;

async function runAll(
  { db, sessions, connection }: Migrator,
  { schema, directory, log, patience = lockPatience }: Omit<Parameters<typeof migrate>[1], 'mode'>,
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
    // What a later version has migrated is no fault of the older one that is gone back to.
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
      everyMs: lockMs / LOOKS_PER_WAIT,
    });
  };
  // Knex's own lock is a row that outlives a process that was killed; the advisory lock ends with its connection.
  await db.migrate.forceFreeMigrationsLock(source);
  for (let done = ['']; done.length > 0; ) {
    holders = [];
    [, done] = await withPatience(patience, runNext, {
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
    `The schema ${schema} lacks ${missing.join(', ')}: run the migration step (node src/migrate.ts) before this version.`,
  );
}

/** Asks instead of waiting: a statement that waits keeps a snapshot, and `create index concurrently` waits for those. */
async function tryLock(db: Knex, connection: unknown): Promise<boolean> {
  const answer = await db
    .raw('select pg_try_advisory_lock(hashtext(?)) as locked', ['migrate'])
    .connection(connection);
  return answer.rows[0].locked;
}
