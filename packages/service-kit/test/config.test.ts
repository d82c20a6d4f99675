import { ConfigError, commonSettings, readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { expect, it } from 'vitest';
import { z } from 'zod';

const Config = z.object({ ...commonSettings });
const env = {
  PORT: '3001',
  DATABASE_URL: 'postgres://localhost/list',
  QUEUE_URL: 'postgres://localhost/list',
  INTERNAL_SECRET: 'x'.repeat(32),
};

function complaint(changes: Record<string, string | undefined>): string {
  try {
    readConfig(Config, { ...env, ...changes });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The configuration was accepted');
}

it('reads settings and applies defaults', () => {
  expect(readConfig(Config, env)).toMatchObject({ PORT: 3001, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
});

it.each([
  ['9464', { host: '127.0.0.1', port: 9464 }],
  ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
  ['::1:9464', { host: '::1', port: 9464 }],
])('listens for metrics at %s', (METRICS_PORT, at) => {
  expect(readConfig(Config, { ...env, METRICS_PORT }).METRICS_PORT).toEqual(at);
});

it('treats an empty value as missing', () => {
  expect(readConfig(Config, { ...env, HOST: '' }).HOST).toBe('127.0.0.1');
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
