import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { commonSettings, readConfig } from '@naughty-list/service-kit/lifecycle/config';
import {
  type BaseContext,
  defineService,
  every,
  type Schedule,
} from '@naughty-list/service-kit/lifecycle/define-service';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

const settings = z.object(commonSettings);

let database: TestDatabase;
let directory: string;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  writeFileSync(join(directory, '202611240000-first.sql'), 'create table toys (name text)');
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await database.drop();
});

const defineToys = (parts: { schedules?: Schedule<BaseContext>[]; onOpen?: (base: BaseContext) => void }) =>
  defineService<z.output<typeof settings>, BaseContext>({
    name: 'toys',
    database: { schema: 'toys', directory },
    config: settings,
    constants: {},
    open: (base) => {
      parts.onOpen?.(base);
      return base;
    },
    schedules: parts.schedules ?? [],
  });

const config = () =>
  readConfig(settings, {
    PORT: '0',
    DATABASE_URL: database.url,
    QUEUE_URL: database.url,
    INTERNAL_SECRET: 's'.repeat(32),
    LOG_LEVEL: 'silent',
  });

it('stops all schedules at once, and closes the database after them', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const firstEnded = Promise.withResolvers<void>();
  const answers: unknown[] = [];
  const toys = defineToys({
    schedules: [
      every(
        60_000,
        async ({ db }, mayGoOn) => {
          first.resolve();
          while (mayGoOn()) await nextTurn();
          answers.push((await db.raw('select 1 as one')).rows);
          firstEnded.resolve();
        },
        { atStart: true },
      ),
      every(
        60_000,
        async () => {
          second.resolve();
          await firstEnded.promise;
        },
        { atStart: true },
      ),
    ],
  });
  const context = await toys.open(config());
  await toys.startJobs(context);
  await Promise.all([first.promise, second.promise]);
  await context.close();
  expect(answers).toEqual([[{ one: 1 }]]);
});

it('closes the rest when one end fails', async () => {
  const ended: string[] = [];
  const toys = defineToys({
    onOpen: ({ onClose }) => {
      onClose(() => void ended.push('opened first'));
      onClose(() => Promise.reject(new Error('cannot end')));
    },
  });
  const context = await toys.open(config());
  await context.close();
  expect(ended).toEqual(['opened first']);
  await expect(context.db.raw('select 1')).rejects.toThrow('Unable to acquire a connection');
});

it('reports why it could not open, even if closing then fails', async () => {
  const toys = defineToys({
    onOpen: ({ onClose }) => {
      onClose(() => Promise.reject(new Error('cannot end')));
      throw new Error('cannot open');
    },
  });
  await expect(toys.open(config())).rejects.toThrow('cannot open');
});
