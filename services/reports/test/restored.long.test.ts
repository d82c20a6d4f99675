import { createTestDatabase } from '@naughty-list/test-kit/database';
import { installedPostgres, startInstalledPostgres } from '@naughty-list/test-kit/installed-postgres';
import { expect, it, onTestFinished } from 'vitest';
import { auditDatabase } from '../src/publication/ledger/audit.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { startReports } from './running-service.ts';

// Needs the programs of Debian's package `postgresql` to restore with.
it.skipIf(!installedPostgres)(
  'no number of a report is given twice, however often and by what a backup is restored, and the audit finds nothing',
  async () => {
    const postgres = await startInstalledPostgres(installedPostgres ?? '');
    const jobs = await createTestDatabase();
    onTestFinished(() => jobs.drop());
    const given: number[] = [];
    const report = async () => {
      const service = await startReports({ QUEUE_URL: jobs.url }, postgres.url);
      given.push((await service.report({ username: `villain${given.length}` })).id);
      await growLedger(service.context.db);
      expect((await auditDatabase(service.context.db)).named).toEqual([]);
      await service.stop();
    };
    // Numbers advance by at least one per second, and reports cannot arrive faster in the long run.
    const secondsPass = async () => {
      const from = Date.now();
      await expect.poll(() => Date.now() - from).toBeGreaterThan(3_000);
    };
    await report();
    const file = postgres.backUp();
    await report();
    expect(given).toEqual([1, 2]);

    postgres.putAside('empty');
    postgres.restoreBare(file);
    await report();
    // A restart on the same database is not a restore.
    await report();
    expect(given.at(-1)).toBe((given.at(-2) ?? 0) + 1);

    await secondsPass();
    postgres.restoreBare(file, '--clean', '--if-exists');
    await report();

    await secondsPass();
    postgres.putAside();
    postgres.restore(file);
    await report();
    await report();
    expect(given.at(-1)).toBe((given.at(-2) ?? 0) + 1);
    expect(given).toEqual([...new Set(given)]);
  },
);
