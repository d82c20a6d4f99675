import { createTestDatabase } from '@naughty-list/test-kit/database';
import pg from 'pg';
import { expect, it } from 'vitest';

it('creates an empty database for each caller', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await run(one.url, 'create table toys (name text)');
  expect(await run(two.url, "select to_regclass('toys') as found")).toEqual([{ found: null }]);
  await Promise.all([one.drop(), two.drop()]);
  await expect(run(one.url, 'select 1')).rejects.toThrow(/does not exist/);
});

async function run(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
