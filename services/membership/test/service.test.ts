import { buildApp } from '@naughty-list/membership/app';
import { Config } from '@naughty-list/membership/config';
import { type Context, createContext } from '@naughty-list/membership/context';
import { readConfig } from '@naughty-list/service-kit/config';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let context: Context;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  const env = {
    PORT: '0',
    DATABASE_URL: database.url,
    QUEUE_URL: database.url,
    INTERNAL_SECRET: 'the-secret-of-the-tests-0123456789',
    LOG_LEVEL: 'silent',
  };
  context = await createContext(readConfig(Config, env));
  app = buildApp(context);
});
afterAll(async () => {
  await app.close();
  await context.close();
  await database.drop();
});

it('is ready once its schema is there', async () => {
  const answer = await app.inject('/health/ready');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: 'ok', checks: { database: 'ok', queue: 'ok' } });
});

it('tells nothing else to strangers', async () => {
  expect((await app.inject('/api/alpha-group/members')).statusCode).toBe(404);
});

it('keeps members with the defaults of the specification', async () => {
  const member = { wallet_address: 'wallet', burn_address: 'burn', transaction_hash: 'hash' };
  const [row] = await context.db('alpha_group_members').insert(member).returning('*');
  expect(row).toEqual({
    ...member,
    id: 1,
    tokens_amount: '1500000',
    telegram_link_provided: false,
    created_at: expect.any(Date),
  });
});

it('keeps each transaction once', async () => {
  const again = { wallet_address: 'another', burn_address: 'burn', transaction_hash: 'hash' };
  await expect(context.db('alpha_group_members').insert(again)).rejects.toThrow(/unique/);
});
