import type { ErrorCode } from '@naughty-list/contracts/errors';
import { beforeAll, expect, it } from 'vitest';
import { fuzz } from '../src/campaign.ts';
import { judge } from '../src/judge.ts';
import type { Role } from '../src/roles.ts';
import type { Answered } from '../src/sent.ts';
import { everyTarget, type Target } from '../src/targets.ts';

// Enough to call every endpoint in every role; `npm run fuzz` takes any number.
const REQUESTS = 1_500;

it('breaks at none of 1,500 valid, nearly valid and hostile requests to every endpoint in every role', async () => {
  const seed = Math.floor(Math.random() * 2 ** 20);
  console.log(`fuzz seed ${seed}`);
  const findings = await fuzz({ requests: REQUESTS, seed });
  console.log(findings.totals);
  expect(findings.faults).toEqual([]);
  expect(findings.requests).toBeGreaterThan(REQUESTS * 0.9);
});

let targets: Target[];
beforeAll(async () => {
  targets = await everyTarget();
});

const inside: Role = { name: 'unsigned', at: 'services', may: [], headers: () => ({}) };
const error = (code: ErrorCode, message = 'No') => JSON.stringify({ code, message });
const json = { 'content-type': 'application/json' };

const wrong: [
  what: string,
  name: string,
  answered: Partial<Answered>,
  fault: RegExp,
  role?: Partial<Role>,
][] = [
  ['a 500', 'GET /api/hit-counter', { status: 500, text: error('internal_error') }, /^status 500$/],
  [
    'a 503 that is not declared',
    'POST /internal/looks',
    { status: 503, text: error('service_unavailable') },
    /not declared/,
  ],
  [
    'a 503 without a time',
    'GET /api/hit-counter',
    { status: 503, text: error('service_unavailable') },
    /Retry-After/,
  ],
  ['a stranger who is let in', 'DELETE /api/admin/reports/:id', { status: 204 }, /let unsigned in/],
  [
    'a body of another shape',
    'GET /api/hit-counter',
    { status: 200, text: '{"hitCount":"7"}' },
    /does not fit/,
  ],
  [
    'a status of another endpoint',
    'GET /api/hit-counter',
    { status: 202, text: '{}' },
    /not in the contract/,
  ],
  [
    'an error without a code',
    'GET /api/hit-counter',
    { status: 400, text: '{"message":"No"}' },
    /error body/,
  ],
  [
    'a code with another status',
    'GET /api/hit-counter',
    { status: 400, text: error('not_found') },
    /with status 400/,
  ],
  [
    'a page where an error has to be',
    'GET /api/hit-counter',
    { status: 400, text: '<p>', headers: {} },
    /error body/,
  ],
  [
    'a secret',
    'GET /api/hit-counter',
    { status: 404, text: error('not_found', 'hunter2-hunter2') },
    /^tells hunter2/,
  ],
  [
    'a stack trace',
    'GET /api/hit-counter',
    { status: 400, text: error('invalid_input', 'at go (/srv/app.ts:1:2)') },
    /stack trace/,
  ],
  [
    'a statement',
    'GET /api/hit-counter',
    { status: 400, text: error('invalid_input', 'select * from "reports"."claims"') },
    /./,
  ],
  [
    'what the database says',
    'GET /api/hit-counter',
    { status: 400, text: error('invalid_input', 'invalid byte sequence') },
    /database/,
  ],
  [
    'missing headers',
    'GET /api/hit-counter',
    { status: 404, text: error('not_found') },
    /nosniff|x-frame-options/,
    { at: 'door' },
  ],
];

it.each(wrong)('would find %s', (_what, name, answered, fault, role = {}) => {
  const target = targets.find((each) => each.name === name);
  if (!target) throw new Error(`${name} is no endpoint`);
  const sent = { method: target.method, path: target.pattern.replace(':id', '1'), headers: {} };
  const whole: Answered = { status: 0, headers: json, text: '', isStream: false, ...answered };
  const faults = judge(target, { ...inside, ...role }, sent, whole, ['hunter2-hunter2']);
  expect(faults).toContainEqual(expect.stringMatching(fault));
});

it('finds nothing in an answer that is right', () => {
  const target = targets.find(({ name }) => name === 'GET /api/hit-counter');
  if (!target) throw new Error('no counter');
  const may: Role['may'] = ['public'];
  const answered: Answered = { status: 200, headers: json, text: '{"hitCount":7}', isStream: false };
  const sent = { method: 'GET', path: '/api/hit-counter', headers: {} };
  expect(judge(target, { ...inside, may }, sent, answered, ['hunter2-hunter2'])).toEqual([]);
});
