import { expect, it } from 'vitest';
import { sharesOf, summarise } from './summarise.ts';

const ROOT = '/somewhere/naughty-list';
const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber });
const own = (path: string) => `file://${ROOT}/${path}`;
const dependency = (path: string) => own(`node_modules/.pnpm/x@1.0.0/node_modules/${path}`);

/**
 * A request: the HTTP server calls Fastify, which calls our route, which queries the database; Node writes the
 * response.
 */
const profile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 4, 5, 10] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('(garbage collector)') },
    { id: 4, callFrame: frame('(program)') },
    { id: 5, callFrame: frame('onRequest', dependency('fastify/lib/route.js'), 40), children: [6, 8] },
    { id: 6, callFrame: frame('list', own('services/reports/src/routes/list.ts'), 9), children: [7] },
    { id: 7, callFrame: frame('query', dependency('pg/lib/client.js'), 500) },
    { id: 8, callFrame: frame('end', 'node:_http_outgoing', 900), children: [9] },
    { id: 9, callFrame: frame('writev') },
    { id: 10, callFrame: frame('', dependency('@fastify/static/index.js'), 2) },
  ],
  samples: [2, 3, 4, 5, 6, 7, 8, 9, 10, 9],
  timeDeltas: [300, 50, 50, 100, 100, 100, 50, 100, 50, 100],
};

it('sums samples up by known kinds, to 100 percent', () => {
  const { categories } = summarise(profile, ROOT);
  expect(Object.fromEntries(categories.map(({ name, percent }) => [name, percent]))).toEqual({
    waiting: 30,
    'sockets, streams and HTTP of Node': 25,
    Fastify: 15,
    'our own: services/reports': 10,
    'PostgreSQL client (pg, knex)': 10,
    'garbage collection': 5,
    'outside JavaScript: the event loop and the system calls that it makes': 5,
  });
});

it('names the functions that took most, with where they lie and nothing of the machine', () => {
  const { functions } = summarise(profile, ROOT);
  expect(functions).toEqual([
    { name: 'writev, native, for fastify/lib/route.js', percent: 20 },
    { name: 'onRequest, fastify/lib/route.js:41', percent: 10 },
    { name: 'list, services/reports/src/routes/list.ts:10', percent: 10 },
    { name: 'query, pg/lib/client.js:501', percent: 10 },
    { name: 'end, node:_http_outgoing:901', percent: 5 },
    { name: '(anonymous), @fastify/static/index.js:3', percent: 5 },
  ]);
  expect(JSON.stringify(functions)).not.toContain('somewhere');
});

it('adds the calls of one function up, wherever it was called from', () => {
  const route = frame('list', own('services/reports/src/routes/list.ts'), 9);
  const { functions } = summarise(
    {
      nodes: [
        { id: 1, callFrame: frame('(root)'), children: [2, 3] },
        { id: 2, callFrame: route },
        { id: 3, callFrame: frame('other', own('packages/contracts/src/x.ts')), children: [4] },
        { id: 4, callFrame: route },
      ],
      samples: [2, 4, 3],
      timeDeltas: [10, 20, 70],
    },
    ROOT,
  );
  expect(functions).toEqual([
    { name: 'other, packages/contracts/src/x.ts:1', percent: 70 },
    { name: 'list, services/reports/src/routes/list.ts:10', percent: 30 },
  ]);
});

it.each([[[1, 1, 1]], [[1, 1, 1, 1, 1, 1, 1]], [[997, 1, 1, 1]], [[0.1, 0.2, 1e9]], [[5]]])(
  'shares of %j make exactly 100',
  (parts) => {
    const shares = sharesOf(parts.map((part, at) => [`part ${at}`, part]));
    expect(shares.reduce((sum, { percent }) => sum + Math.round(percent * 10), 0)).toBe(1_000);
  },
);

it('has no shares of nothing', () => {
  expect(summarise({ nodes: [], samples: [], timeDeltas: [] })).toEqual({ categories: [], functions: [] });
});
