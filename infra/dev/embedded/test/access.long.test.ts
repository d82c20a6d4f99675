import type { Access, Endpoint } from '@naughty-list/contracts/endpoint';
import { accessTexts } from '@naughty-list/contracts/endpoint';
import { contractEndpoints } from '@naughty-list/contracts/test/contract-endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasInput, pathOf, type ValidCall, validCallOf, validCalls } from './api-calls.ts';
import { ADMIN, type Call, type Headers, MODERATOR, sessions, World } from './api-world.ts';

// Every endpoint × every role, at the public endpoint and at the services' own ports. The expected response follows
// from the endpoint's `access` alone.

let endpoints: Map<string, Endpoint>;

const world = await World.start();
afterAll(() => world.stop());
beforeAll(async () => {
  endpoints = await contractEndpoints();
});

const REFUSED = [401, { message: 'Unauthorized', code: 'unauthorized' }];
const FORBIDDEN = [403, { message: accessTexts.forbiddenRole, code: 'forbidden_role' }];
const UNKNOWN = [404, { message: 'Not found', code: 'not_found' }];

type Role = { who: string; headers: (call: Call) => Promise<Headers> | Headers; may: readonly Access[] };

/** A moderator is logged in, but no admin. */
const refusalOf = ({ may }: Role) => (may.includes('moderator') ? FORBIDDEN : REFUSED);

const naming = {
  'x-admin-username': ADMIN.username,
  'x-admin-role': 'admin',
  'x-client-id': 'gateway',
  'x-visitor-id': 'A'.repeat(24),
};
const forged = (call: Call) => ({
  ...naming,
  ...world.signature('gateway', call, 'not the secret of this house'),
});

/** The session of an admin whom nothing lets in. */
let unused: Promise<Headers> | undefined;

const atTheGateway: Role[] = [
  { who: 'an anonymous client', headers: () => ({}), may: ['public'] },
  { who: 'an admin', headers: sessions(() => world.session()), may: ['public', 'moderator', 'admin'] },
  { who: 'a moderator', headers: sessions(() => world.moderatorSession()), may: ['public', 'moderator'] },
  { who: 'a stranger with forged headers', headers: forged, may: ['public'] },
  {
    who: 'a service that comes by the public door',
    headers: (call) => ({ ...naming, ...world.signature('reports', call) }),
    may: ['public'],
  },
  {
    who: 'a client with an invented session',
    headers: () => ({ cookie: `admin=${'A'.repeat(32)}.${'B'.repeat(43)}` }),
    may: ['public'],
  },
];

const signed =
  (service: string, more: Headers = {}) =>
  (call: Call) => ({
    'x-visitor-id': 'A'.repeat(24),
    ...more,
    ...world.signature(service, call),
  });

const atTheServices: Role[] = [
  { who: 'an anonymous client', headers: () => ({}), may: [] },
  { who: 'a stranger with forged headers', headers: forged, may: [] },
  {
    who: 'an admin without the gateway',
    headers: () => {
      unused ??= world.session();
      return unused;
    },
    may: [],
  },
  {
    who: 'a service that signed another call',
    headers: (call) => ({ ...naming, ...world.signature('gateway', { ...call, path: `${call.path}x` }) }),
    may: [],
  },
  { who: 'another service', headers: signed('membership'), may: ['public', 'service'] },
  {
    who: 'another service that names an admin',
    headers: signed('membership', naming),
    may: ['public', 'service'],
  },
  { who: 'the gateway for a visitor', headers: signed('gateway'), may: ['public', 'service'] },
  {
    who: 'the gateway with an empty name',
    headers: signed('gateway', { ...naming, 'x-admin-username': '' }),
    may: ['public', 'service'],
  },
  {
    who: 'the gateway for an admin',
    headers: signed('gateway', naming),
    may: ['public', 'service', 'moderator', 'admin'],
  },
  {
    who: 'the gateway for a moderator',
    headers: signed('gateway', {
      ...naming,
      'x-admin-username': MODERATOR.username,
      'x-admin-role': 'moderator',
    }),
    may: ['public', 'service', 'moderator'],
  },
];

/** The call of each endpoint that all roles make which it refuses: a refusal changes nothing. */
const refusedCalls = new Map<string, ValidCall>();

async function validCall(name: string, isLetIn: boolean): Promise<ValidCall> {
  const [, make] = await validCallOf(world, name);
  if (isLetIn) return make(world);
  const call = refusedCalls.get(name) ?? (await make(world));
  refusedCalls.set(name, call);
  return call;
}

/** The response to a role: only the status if allowed, with the body if refused. */
async function answered(
  name: string,
  role: Role,
  { base, isLetIn }: { base: string; isLetIn: boolean },
): Promise<unknown> {
  const [method = '', pattern = ''] = name.split(' ');
  const valid = await validCall(name, isLetIn);
  const call: Call = { method, path: pathOf(pattern, valid), body: valid.body };
  const headers = { ...valid.headers, ...(await role.headers(call)) };
  const answer = await world.call({ ...call, headers }, base);
  if (answer.status === valid.status) {
    await answer.body?.cancel();
    return 'let in';
  }
  return [answer.status, JSON.parse(await answer.text())];
}

it('knows a valid call of every endpoint with input, and of nothing that is not in the contracts', () => {
  const needed = [...endpoints].filter(([, endpoint]) => hasInput(endpoint)).map(([name]) => name);
  expect(Object.keys(validCalls)).toEqual(expect.arrayContaining(needed));
  expect([...endpoints.keys()]).toEqual(expect.arrayContaining(Object.keys(validCalls)));
});

it.each(atTheGateway)('lets $who through the public door to $may', async (role) => {
  const table = [...endpoints].map(([name, { access }]): [string, unknown] => {
    if (access === 'service') return [name, UNKNOWN];
    return [name, role.may.includes(access) ? 'let in' : refusalOf(role)];
  });
  const seen: [string, unknown][] = [];
  for (const [name, expected] of table) {
    const isLetIn = expected === 'let in';
    seen.push([name, await answered(name, role, { base: world.stack.url, isLetIn })]);
  }
  expect(seen).toEqual(table);
});

it.each(atTheServices)('lets $who into the services to $may', async (role) => {
  const table: [string, unknown][] = [];
  const seen: [string, unknown][] = [];
  for (const [name, { access }] of endpoints) {
    const [owner] = await validCallOf(world, name);
    if (owner === 'gateway') continue;
    const isLetIn = role.may.includes(access);
    table.push([name, isLetIn ? 'let in' : refusalOf(role)]);
    seen.push([name, await answered(name, role, { base: world.addressOf(owner), isLetIn })]);
  }
  expect(seen).toEqual(table);
});
