import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../postgres.ts';
import { REPOSITORY } from '../repository.ts';
import { ensureDatabase } from '../stack-database.ts';

// The same statement as for servers and containers.
const STATEMENT = join(REPOSITORY, 'infra/deploy/server/bin/skip-lost-numbers.sql');

/** Starts the database of a restored data folder, advances the report numbers, and stops it again. */
export async function skipLostNumbers(dataDir: string): Promise<void> {
  const postgres = await startPostgres({ dataDir });
  try {
    const client = new pg.Client({ connectionString: await ensureDatabase(postgres.url) });
    await client.connect();
    try {
      await client.query(await readFile(STATEMENT, 'utf8'));
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
}
