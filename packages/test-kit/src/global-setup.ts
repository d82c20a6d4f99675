import { rmSync } from 'node:fs';
import { startPostgres } from '@naughty-list/embedded/postgres';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { redisProgram } from '@naughty-list/embedded/test/redis-server';
import type { TestProject } from 'vitest/node';
import { makeQuickFolder } from './quick-folder.ts';

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
  const dataDir = makeQuickFolder('naughty-list-test-');
  const postgres = await startPostgres({ dataDir, fsync: false });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    removeDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
