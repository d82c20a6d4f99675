import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { contractEndpoints } from '@naughty-list/contracts/test/contract-endpoints';
import type { ServiceName } from '@naughty-list/embedded/service-environment';
import { pathOf, validCallOf } from '@naughty-list/embedded/test/api-calls';
import type { World } from '@naughty-list/embedded/test/api-world';
import { z } from 'zod';
import type { JsonSchema } from './values.ts';

/** A valid call to be changed. */
export type Seed = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
};

/** The target of calls: an endpoint of the contracts, or a page or file. */
export type Target = {
  name: string;
  method: string;
  /** With `:name` for parameters. */
  pattern: string;
  owner: ServiceName;
  endpoint?: Endpoint;
  body?: JsonSchema | undefined;
  query?: JsonSchema | undefined;
  seeds: Seed[];
};

const pages = [
  '/',
  '/?search=grinch',
  '/pfp',
  '/nice-list',
  '/admin',
  '/no-such-page',
  '/art/hat.svg',
  '/art/none.svg',
  '/assets/a-12345678.js',
  '/.hidden/secret.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.svg',
  '/api/docs',
  '/api/docs/json',
  '/api/docs/none',
  '/api/unknown',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/internal/looks',
  '/admin/queues',
  '/admin/queues/',
  '/admin/queues/api/queues',
  '/admin/queues/api/queues/analytics/pause',
  '/admin/queues/static/none.js',
  '/admin/queues/queue/analytics',
];

const jsonSchema = (schema: z.ZodType | undefined) =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : undefined;

/** Every endpoint of the contracts, and the pages and files. {@link sow} sets owners and seeds of endpoints. */
export async function everyTarget(): Promise<Target[]> {
  const endpoints = [...(await contractEndpoints())].map(([name, endpoint]): Target => {
    return {
      name,
      method: endpoint.method,
      pattern: endpoint.path,
      owner: 'gateway',
      endpoint,
      body: jsonSchema(endpoint.body),
      query: jsonSchema(endpoint.query),
      seeds: [],
    };
  });
  const files = pages.map((path): Target => {
    const seed = { params: {}, query: {}, body: undefined, headers: {} };
    return { name: `GET ${path}`, method: 'GET', pattern: path, owner: 'gateway', seeds: [seed] };
  });
  return [...endpoints, ...files];
}

/** Creates new valid calls whose entities exist. */
export async function sow(world: World, target: Target, count: number): Promise<void> {
  if (!target.endpoint) return;
  const [owner, make] = await validCallOf(world, target.name);
  target.owner = owner;
  const seeds: Seed[] = [];
  for (let made = 0; made < count; made += 1) {
    const { params = {}, query = '', body, headers = {} } = await make(world);
    const texts = Object.entries(params).map(([name, value]) => [name, String(value)]);
    seeds.push({
      params: Object.fromEntries(texts),
      query: Object.fromEntries(new URLSearchParams(query)),
      body,
      headers,
    });
  }
  target.seeds = seeds;
}

/** The path with its parameters, which are already encoded. */
export const filledPath = (pattern: string, params: Record<string, string>): string =>
  pathOf(pattern, { params, status: 0 });
