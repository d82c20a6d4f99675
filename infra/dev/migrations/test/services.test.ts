import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findDangers } from '@naughty-list/migrations/find-dangers';
import { recordMigrations } from '@naughty-list/migrations/record-sql';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../../../..');

/** Schemas by service; the default is the service's name. */
const schemas: Record<string, string> = { 'chain-verifier': 'chain' };

/**
 * Migrations from before the first release, when the tables were empty. Released migrations never change, so they
 * stay; add only reviewed exceptions, each with its reason.
 */
const known: Record<string, string[]> = {
  'analytics/202611210300-partitions-and-roll-ups.ts': ['drop or rename a table', 'drop or rename a table'],
  'chain-verifier/202611200003-forgetting.ts': ['create index', 'create index', 'create index'],
  'chain-verifier/202611210010-memberships.ts': ['add constraint that is checked at once'],
  'chain-verifier/202611210340-tell-again.ts': ['create index'],
  'gateway/202611210240-sessions.ts': ['create index'],
  'membership/202611210020-payments.ts': [
    'add column that is unique or refers to a table',
    'alter column type',
    'create index',
  ],
  // Updates only the few rows of wallets that paid more than once, and locks only those.
  'membership/202611221831-one-member-per-wallet.ts': ['strong lock outside of a transaction'],
  'reports/202611200920-search.ts': Array(5).fill('create index'),
  // One statement that adds records to the new ledger and locks no row of a table in use.
  'reports/202611222331-ledger-of-before.ts': ['strong lock outside of a transaction'],
};

const withMigrations = readdirSync(join(REPOSITORY, 'services')).filter((service) =>
  readdirSync(join(REPOSITORY, 'services', service)).includes('migrations'),
);

it.each(withMigrations)('%s: its migrations do not block users of a table', async (service) => {
  const database = await createTestDatabase();
  const schema = schemas[service] ?? service;
  const db = openDatabase({ url: database.url, schema });
  await db.raw('create schema ??', [schema]);
  const recorded = await recordMigrations(db, join(REPOSITORY, 'services', service, 'migrations'));
  await db.destroy();
  await database.drop();

  expect(recorded.flatMap(({ sql }) => sql).length).toBeGreaterThan(0);
  const found = recorded.flatMap(({ name, sql, inTransaction }) => {
    const dangers = findDangers(sql, { inTransaction });
    return dangers.length === 0 ? [] : [[`${service}/${name}`, dangers.map(({ form }) => form)]];
  });
  const expected = Object.entries(known).filter(([name]) => name.startsWith(`${service}/`));
  expect(Object.fromEntries(found), 'see infra/dev/migrations/README.md').toEqual(
    Object.fromEntries(expected),
  );
});
