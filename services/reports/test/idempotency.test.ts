import { randomUUID } from 'node:crypto';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { forgetKeysBefore } from '../src/register/submit-once.ts';
import { reportInput, startReports } from './running-service.ts';

let names = 0;

const service = closeAfterAll(await startReports());

const submit = (path: string, body: unknown, key: string, clientId = 'visitor') =>
  service.send('POST', path, body, { 'x-client-id': clientId, 'idempotency-key': key });
const rows = (table: string, username: string) => service.context.db(table).where({ username });

describe.each([
  ['/api/scammer-reports', 'scammer_reports'],
  ['/api/nice-reports', 'nice_reports'],
])('%s with an Idempotency-Key', (path, table) => {
  const newInput = () => {
    const username = `once${++names}`;
    return reportInput({ username, twitterUrl: `https://x.com/${username}/status/${names}` });
  };

  it('stores one row for thirty retries at once, more than there are connections, and gives all the same answer', async () => {
    const input = newInput();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => submit(path, input, key, `from network ${n}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await rows(table, input.username)).toHaveLength(1);
  });

  it('refuses another submission under the same key, and a malformed key', async () => {
    const key = randomUUID();
    expect((await submit(path, newInput(), key)).status).toBe(201);
    const other = newInput();
    const reused = await submit(path, other, key);
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await submit(path, other, 'short')).status).toBe(400);
    expect(await rows(table, other.username)).toHaveLength(0);
  });

  it('gives the same refusal again', async () => {
    const input = newInput();
    expect((await submit(path, input, randomUUID())).status).toBe(201);
    const key = randomUUID();
    const first = await submit(path, input, key, 'another');
    expect(first.status).toBe(409);
    expect(await submit(path, input, key, 'a third')).toMatchObject({ status: 409, body: first.body });
  });

  it('remembers a key for a day', async () => {
    const key = randomUUID();
    expect((await submit(path, newInput(), key)).status).toBe(201);
    const { db } = service.context;
    expect(await forgetKeysBefore(db, new Date(Date.now() - 86_400_000), () => true)).toBe(0);
    await db('idempotency_keys')
      .where({ key })
      .update({ created_at: new Date(0) });
    expect(await forgetKeysBefore(db, new Date(Date.now() - 86_400_000), () => true)).toBe(1);
    expect((await submit(path, newInput(), key)).status).toBe(201);
  });
});
