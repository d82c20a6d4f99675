import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@naughty-list/embedded/postgres';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { redisProgram } from '@naughty-list/embedded/redis-server';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the run's PostgreSQL, with the right to create databases. */
    postgresUrl: string;
  }
}

let warned = false;

/**
 * Starts one PostgreSQL for the whole test run in a temporary folder, and removes it afterwards. Reports when Redis
 * is not tested.
 */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  if (!redisProgram && !warned) {
    console.log('No redis-server or valkey-server on the path: queues are tested on PostgreSQL alone.');
    warned = true;
  }
  console.log('Starting PostgreSQL for the tests …');
  const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-test-'));
  // Root runs PostgreSQL as a system user, who must be able to enter this folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startPostgres({ dataDir, fsync: false });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    removeDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
