import { join } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { type ServiceName, schemas } from '@naughty-list/embedded/service-environment';
import { OLDEST_MAJOR } from '@naughty-list/embedded/stack-database';
import { readLastAudit } from '@naughty-list/reports/publication/ledger/kept-audits';
import type { Database } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { type Check, failure, ok, warning } from './check.ts';

/** What the alert ClockWrong goes by. */
const MOST_SKEW_MS = 20_000;

/** Whether the database responds; its other checks depend on this. */
export function databaseCheck(db: Database, place: string): Check {
  return {
    name: 'database',
    advice: `Start PostgreSQL at ${place}, or correct DATABASE_URL; see docs/runbooks.md#databaserefuses. The embedded stack's PostgreSQL runs only while npm start does.`,
    inspect: async () => {
      const { rows } = await db.raw(`select current_setting('server_version_num')::int as version`);
      const major = Math.floor(rows[0].version / 10_000);
      const found = `PostgreSQL ${major} at ${place}`;
      return major >= OLDEST_MAJOR
        ? ok(found)
        : failure(found, `The product needs PostgreSQL ${OLDEST_MAJOR} or newer: upgrade it.`);
    },
  };
}

/** What the product requires of the database. */
export function databaseChecks(db: Database, names: readonly ServiceName[]): Check[] {
  return [
    {
      name: 'database extensions',
      advice: 'Check pg_available_extensions manually.',
      inspect: async () => {
        const { rows } = await db.raw("select 1 from pg_available_extensions where name = 'pg_trgm'");
        return rows.length > 0
          ? ok('pg_trgm')
          : failure('pg_trgm missing', 'Install the package postgresql-contrib on the server.');
      },
    },
    {
      name: 'database access',
      advice: 'Give the user of DATABASE_URL the right to write.',
      inspect: async () => {
        const { rows } = await db.raw(
          `select pg_is_in_recovery() as replica, current_setting('transaction_read_only') = 'on' as read_only,
                  has_database_privilege(current_database(), 'CREATE') as may_create`,
        );
        const [{ replica, read_only: readOnly, may_create: mayCreate }] = rows;
        if (replica || readOnly)
          return failure('it can only be read', 'Let DATABASE_URL name the primary server, not a replica.');
        return mayCreate
          ? ok('can be written')
          : failure(
              'its user may not create schemas',
              'grant create on database <name> to <user>; or let the migration step run as a user that may.',
            );
      },
    },
    {
      name: 'clock',
      advice: 'Compare the clocks manually.',
      inspect: async () => {
        const before = Date.now();
        const { rows } = await db.raw('select extract(epoch from clock_timestamp()) * 1000 as now');
        const skewMs = Math.round(Math.abs(Number(rows[0].now) - (before + Date.now()) / 2));
        return skewMs <= MOST_SKEW_MS
          ? ok(`${skewMs} ms from the database's`)
          : failure(
              `${Math.round(skewMs / 1000)} s from the database's`,
              'Set both clocks by NTP: calls between services are refused when clocks are a minute apart.',
            );
      },
    },
    backupCheck(db),
    ...names.map((name) => migrationCheck(db, name)),
    ...(names.includes('reports') ? [ledgerCheck(db)] : []),
  ];
}

const DAY_S = 24 * 3_600;

/** What the alert BackupOld goes by. */
function backupCheck(db: Database): Check {
  return {
    name: 'last backup',
    advice: 'Bring the schema of the gateway up to date.',
    inspect: async () => {
      const { rows } = await db.raw(
        'select extract(epoch from now() - max(made_at))::float8 as age from gateway.backups',
      );
      const { age } = rows[0];
      const advice = 'docs/runbooks.md#backupold says how to make one.';
      if (age === null) return warning('none yet', advice);
      const found = hoursAgo(age);
      return age < DAY_S + 7_200 ? ok(found) : failure(found, advice);
    },
  };
}

function migrationCheck(db: Database, name: ServiceName): Check {
  const schema = schemas[name];
  return {
    name: `migrations of ${name}`,
    advice: `Start ${name} once (it brings its schema up to date), or run its migration step, node services/${name}/src/main.ts migrate.`,
    inspect: async () => {
      await migrate(db, {
        schema,
        directory: join(REPOSITORY, 'services', name, 'migrations'),
        mode: 'checked',
      });
      const { rows } = await db.raw('select count(*)::int as done from ??', [`${schema}.migrations`]);
      return rows[0].done > 0 ? ok(`${rows[0].done} done`) : warning('none', 'Start it once.');
    },
  };
}

const AUDIT_AGE_MAX_S = 2 * 86_400;

/** Whether the ledger is written, and agrees with the site. */
function ledgerCheck(db: Database): Check {
  return {
    name: 'ledger',
    advice: 'Start reports once: it begins the ledger.',
    inspect: async () => {
      const { rows } = await db.raw('select size, fault from reports.ledger_head order by log desc limit 1');
      const [head] = rows;
      const audit = await readLastAudit(db);
      if (!head) return warning('none yet', 'Start reports once: it begins the ledger.');
      if (head.fault) return failure(head.fault, 'Nothing is signed: docs/runbooks.md#ledgerstopped');
      if (audit && audit.differences > 0)
        return failure(
          `differences: ${audit.differences}, first ${audit.named[0]}`,
          'Site and ledger do not say the same: docs/runbooks.md#ledgerdiffers',
        );
      if (!audit || audit.age > AUDIT_AGE_MAX_S)
        return warning('not audited for two days', 'docs/runbooks.md#ledgerunaudited');
      return ok(`leaves: ${head.size}, audited ${hoursAgo(audit.age)}`);
    },
  };
}

function hoursAgo(seconds: number): string {
  const hours = Math.round(seconds / 3_600);
  if (hours === 0) return 'within the last hour';
  return `${hours} ${hours === 1 ? 'hour' : 'hours'} ago`;
}
