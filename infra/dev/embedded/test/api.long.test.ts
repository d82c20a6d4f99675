import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf, validCallOf } from './api-calls.ts';
import { type Document, faultsOf, mistakesIn, nameOf, type Operation, operationsOf } from './api-mistakes.ts';
import { type Call, type Headers, sessions, World } from './api-world.ts';
import { burn } from './removal-flow.ts';

// The document at /api/docs/json against the running product: every operation, called correctly and incorrectly,
// responds with a documented status and body.

let operations: Operation[];

const world = await World.start();
const admin = sessions(() => world.session());
afterAll(() => world.stop());
beforeAll(async () => {
  const document = await world.json({ method: 'GET', path: '/api/docs/json' });
  operations = operationsOf(document as Document);
});

async function validCall(operation: Operation): Promise<{ call: Call; status: number }> {
  const [, make] = await validCallOf(world, nameOf(operation));
  const { status, body, headers = {}, ...rest } = await make(world);
  const path = pathOf(nameOf(operation).slice(operation.method.length + 1), { ...rest, status });
  return { call: { method: operation.method, path, body, headers }, status };
}

it('answers every operation that is called rightly as the document says', async () => {
  const seen: unknown[] = [];
  const expected: unknown[] = [];
  for (const operation of operations) {
    const { call, status } = await validCall(operation);
    const session: Headers = operation.security ? await admin(call) : {};
    const answer = await world.call({ ...call, headers: { ...session, ...call.headers } });
    seen.push([nameOf(operation), answer.status, await faultsOf(operation, answer)]);
    expected.push([nameOf(operation), status, []]);
  }
  expect(operations.length).toBeGreaterThan(30);
  expect(seen).toEqual(expected);
});

it('answers every operation that is called wrongly as the document says, and never blames itself', async () => {
  const faults: unknown[] = [];
  let tried = 0;
  for (const operation of operations) {
    const { call } = await validCall(operation);
    const session: Headers = operation.security ? await admin(call) : {};
    for (const { what, call: wrong, status } of mistakesIn(operation, call, session)) {
      const answer = await world.call(wrong);
      const found = await faultsOf(operation, answer);
      if (status !== undefined && answer.status !== status)
        found.push(`${answer.status} instead of ${status}`);
      if (answer.status >= 500) found.push(`${answer.status}`);
      if (found.length > 0) faults.push([nameOf(operation), what, found]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(500);
  expect(faults).toEqual([]);
});

it('answers a paid removal, and what comes after it, as the document says', async () => {
  const report = await world.report();
  const txHash = await burn(world.stack, report.uniqueBurnAddress);
  const other = await world.report();
  const verify = { method: 'POST', path: '/api/verify-burn' };
  const remove = (id: number) => ({ method: 'POST', path: `/api/scammer-reports/${id}/remove-by-burn` });
  const road: [name: string, call: Call, status: number][] = [
    ['POST /api/verify-burn', { ...verify, body: { txHash, reportId: report.id } }, 200],
    ['POST /api/verify-burn', { ...verify, body: { txHash, reportId: other.id } }, 200],
    ['POST /api/scammer-reports/:id/remove-by-burn', { ...remove(report.id), body: { txHash } }, 200],
    ['POST /api/scammer-reports/:id/remove-by-burn', { ...remove(other.id), body: { txHash } }, 409],
    [
      'GET /api/admin/reports',
      { method: 'GET', path: `/api/admin/reports?q=${report.id}&state=removed` },
      200,
    ],
  ];
  for (const [name, call, status] of road) {
    const operation = operations.find((each) => nameOf(each) === name);
    if (!operation) throw new Error(`${name} is not documented`);
    const answer = await world.call({ ...call, headers: await world.session() });
    expect([name, answer.status, await faultsOf(operation, answer)]).toEqual([name, status, []]);
  }
});

it('answers 304 to a client that has it already', async () => {
  for (const path of [
    '/api/scammer-reports',
    '/api/nice-reports',
    '/feeds/snapshot.json',
    '/feeds/atom.xml',
  ]) {
    const first = await world.call({ method: 'GET', path });
    await first.body?.cancel();
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await world.call({ method: 'GET', path, headers })).status).toBe(304);
  }
});
