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

const COUNTER = 'GET /api/hit-counter';
const refused = (status: number, code: ErrorCode, message?: string) => ({
  status,
  text: error(code, message),
});
const leaking = (message: string) => refused(400, 'invalid_input', message);

type Wrong = [what: string, answered: Partial<Answered>, fault: RegExp, name?: string, role?: Partial<Role>];
const wrong: Wrong[] = [
  ['a 500', refused(500, 'internal_error'), /^status 500$/],
  ['a 503 that is not declared', refused(503, 'service_unavailable'), /not declared/, 'POST /internal/looks'],
  ['a 503 without a time', refused(503, 'service_unavailable'), /Retry-After/],
  ['a stranger who is let in', { status: 204 }, /let unsigned in/, 'DELETE /api/admin/reports/:id'],
  ['a body of another shape', { status: 200, text: '{"hitCount":"7"}' }, /does not fit/],
  ['a status of another endpoint', { status: 202, text: '{}' }, /not in the contract/],
  ['an error without a code', { status: 400, text: '{"message":"No"}' }, /error body/],
  ['a code with another status', refused(400, 'not_found'), /with status 400/],
  ['a page where an error has to be', { status: 400, text: '<p>', headers: {} }, /error body/],
  ['a secret', refused(404, 'not_found', 'hunter2-hunter2'), /^tells hunter2/],
  ['a stack trace', leaking('at go (/srv/app.ts:1:2)'), /stack trace/],
  ['a statement', leaking('select * from "reports"."claims"'), /./],
  ['what the database says', leaking('invalid byte sequence'), /database/],
  ['missing headers', refused(404, 'not_found'), /nosniff|x-frame-options/, COUNTER, { at: 'door' }],
];

function faultsIn(answered: Partial<Answered>, name = COUNTER, role: Partial<Role> = {}): string[] {
  const target = targets.find((each) => each.name === name);
  if (!target) throw new Error(`${name} is no endpoint`);
  const sent = { method: target.method, path: target.pattern.replace(':id', '1'), headers: {} };
  const whole: Answered = { status: 0, headers: json, text: '', isStream: false, ...answered };
  return judge(target, { ...inside, ...role }, sent, whole, ['hunter2-hunter2']);
}

it.each(wrong)('would find %s', (_what, answered, fault, name, role) =>
  expect(faultsIn(answered, name, role)).toContainEqual(expect.stringMatching(fault)),
);

it('finds nothing in an answer that is right', () =>
  expect(faultsIn({ status: 200, text: '{"hitCount":7}' }, COUNTER, { may: ['public'] })).toEqual([]));
