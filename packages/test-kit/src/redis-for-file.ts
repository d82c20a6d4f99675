import { afterAll } from 'vitest';
import { TEST_REDIS_URL } from './queue-url.ts';
import { startRedis } from './redis.ts';

// A setup file: each test file has its own Redis for jobs, with one Redis database per database.
const redis = await startRedis({ settings: { databases: '64' } });
process.env[TEST_REDIS_URL] = redis.url;
afterAll(() => redis.drop());
