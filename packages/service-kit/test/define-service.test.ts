import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConfigError, commonSettings, readConfig } from '@naughty-list/service-kit/lifecycle/config';
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
const env = {
  PORT: '3001',
  DATABASE_URL: 'postgres://localhost/list',
  QUEUE_URL: 'postgres://localhost/list',
  INTERNAL_SECRET: 'x'.repeat(32),
};

function complaint(changes: Record<string, string | undefined>): string {
  try {
    readConfig(settings, { ...env, ...changes });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The configuration was accepted');
}

it('reads settings and applies defaults', () => {
  expect(readConfig(settings, env)).toMatchObject({ PORT: 3001, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
});

it.each([
  ['9464', { host: '127.0.0.1', port: 9464 }],
  ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
  ['::1:9464', { host: '::1', port: 9464 }],
])('listens for metrics at %s', (METRICS_PORT, at) => {
  expect(readConfig(settings, { ...env, METRICS_PORT }).METRICS_PORT).toEqual(at);
});

it('treats an empty value as missing', () => {
  expect(readConfig(settings, { ...env, HOST: '' }).HOST).toBe('127.0.0.1');
  expect(complaint({ PORT: '' })).toBe('Configuration: PORT is missing');
});

it.each([
  [{ DATABASE_URL: undefined }, 'Configuration: DATABASE_URL is missing'],
  [{ DATABASE_URL: 'mysql://x' }, 'Configuration: DATABASE_URL must be a postgres:// URL'],
  [{ QUEUE_URL: 'amqp://x' }, 'Configuration: QUEUE_URL must be a postgres:// or redis:// URL'],
  [{ INTERNAL_SECRET: 'short' }, 'Configuration: INTERNAL_SECRET must have at least 32 characters'],
])('names the wrong setting of %j', (changes, message) => {
  expect(complaint(changes)).toBe(message);
});

it('names every wrong setting in one line, without its value', () => {
  const message = complaint({ PORT: '70000', INTERNAL_SECRET: 'hush-hush' });
  expect(message).toMatch(/^Configuration: PORT .*; INTERNAL_SECRET .*$/);
  expect(message).not.toContain('hush-hush');
});

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

const configured = () =>
  readConfig(settings, { ...env, DATABASE_URL: database.url, QUEUE_URL: database.url, LOG_LEVEL: 'silent' });

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
  const context = await toys.open(configured());
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
  const context = await toys.open(configured());
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
  await expect(toys.open(configured())).rejects.toThrow('cannot open');
});
