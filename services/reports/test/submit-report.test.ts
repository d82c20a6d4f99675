import { randomUUID } from 'node:crypto';
import { reportTexts } from '@naughty-list/contracts/report-input';
import { listReports, reportListTexts } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { forgetKeysBefore } from '../src/register/submit-once.ts';
import { openReports, reportInput, startReports, untilAnswered } from './running-service.ts';

let names = 0;

const service = closeAfterAll(await startReports({}, undefined, { reportsPerUsernamePerDay: 3 }));

const newName = () => `submitted${++names}`;
const submitAs = (clientId: string, body: unknown) =>
  service.send('POST', '/api/scammer-reports', body, { 'x-client-id': clientId });
const rowsOf = (username: string) =>
  service.context.db('scammer_reports').whereRaw('lower(username) = lower(?)', [username]);
const markRemoved = (username: string) => rowsOf(username).update({ is_removed: true });

describe('a new report', () => {
  it('is listed with what was sent, its reference, and nothing else of the sender’s', async () => {
    const sent = {
      ...reportInput({ username: ' @Grinch ' }),
      twitterUrl: 'http://twitter.com/Grinch/status/1',
      isRemoved: true,
      reportCount: 99,
      id: 500,
      uniqueBurnAddress: 'MINE',
      evidenceUrls: ['javascript:alert(1)'],
    };
    const { status, body } = await submitAs('visitor', sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: 1,
      twitterUrl: 'https://twitter.com/Grinch/status/1',
      username: 'Grinch',
      tweetContent: null,
      tweetDate: null,
      scamCategory: 'other',
      description: 'Stole every present in town.',
      evidenceUrls: [],
      reportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      reportCount: 1,
      isRemoved: false,
      postUnconfirmed: true,
      uniqueBurnAddress: 'LISTBURN001',
      // Of the sender's own page; no list has it.
      reportCode: expect.any(String),
    });
    const [listed] = await service.as('reader').call(listReports, { query: {} });
    expect(listed).toEqual({ ...body, reportCode: undefined });
  });

  it('has a reference that keeps three digits or more', async () => {
    await service.context.db.raw("select setval('reports.scammer_reports_id_seq', 998)");
    const references = [];
    for (let count = 0; count < 3; count++) {
      const { body } = await submitAs('visitor', reportInput({ username: newName() }));
      references.push(body.uniqueBurnAddress);
    }
    expect(references).toEqual(['LISTBURN999', 'LISTBURN1000', 'LISTBURN1001']);
  });

  it.each(['nft', 'token', 'phishing', 'impersonation', 'ponzi', 'pump_dump', 'defi', 'other'])(
    'may be of the category %s',
    async (scamCategory) => {
      const { body } = await submitAs('visitor', reportInput({ username: newName(), scamCategory }));
      expect(body.scamCategory).toBe(scamCategory);
    },
  );

  it.each([
    'a < b, I <3 it, -> there',
    'quotes \' " ` and \\ and % and _ and $1 and {x}',
    'נוכל שמבטיח מתנות ולא שולח כלום',
    'Обещал подарки и исчез с деньгами',
    '🎅🎄🎁🎅🎄🎁🎅🎄🎁🎅',
    `${'x'.repeat(999)}🎅`,
  ])('keeps its text: %j', async (description) => {
    const { body } = await submitAs('visitor', reportInput({ username: newName(), description }));
    expect(body.description).toBe(description);
  });

  it('loses characters that cannot be stored or seen', async () => {
    const description = 'With\u0000 NUL, half a pair \ud83c, turned \u202earound\u202c.';
    const { body } = await submitAs('visitor', reportInput({ username: newName(), description }));
    expect(body.description).toBe('With NUL, half a pair \ufffd, turned around.');
  });
});

describe('a username that is listed', () => {
  it('is 409 with the name as it is stored, whatever the case', async () => {
    const username = 'MixedCase';
    await submitAs('first', reportInput({ username }));
    const { status, body } = await submitAs('second', reportInput({ username: '@mixedCASE' }));
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        message: '@MixedCase is already on the Naughty List.',
        code: 'username_already_listed',
        existingUsername: 'MixedCase',
      },
    });
  });

  it('stores nothing about a reporter who repeats it', async () => {
    const username = newName();
    await submitAs('first', reportInput({ username }));
    const rows = async () => [await rowsOf(username), await service.context.db('contributions')];
    const before = await rows();
    expect((await submitAs('203.0.113.7', reportInput({ username }))).status).toBe(409);
    expect(await rows()).toEqual(before);
  });

  it('may be listed again once it was removed, a few times a day; then the report of a victim waits', async () => {
    const username = newName();
    for (let time = 0; time < 3; time++) {
      expect((await submitAs('visitor', reportInput({ username }))).status).toBe(201);
      await markRemoved(username);
    }
    const { status, body } = await submitAs('victim', reportInput({ username }));
    expect([status, body.held, body.message]).toEqual([201, true, reportListTexts.held]);
    expect(await rowsOf(username).whereNotNull('held_at')).toMatchObject([{ hold_reason: 'rate' }]);
  });
});

describe('many at once', () => {
  it('100 reports of one username, over two processes, are one report', async () => {
    const username = newName();
    const second = await openReports(service.context.config.DATABASE_URL);
    const { submit } = await import('../src/register/reports/submit.ts');
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        if (index % 2 === 0) return (await submitAs('visitor', reportInput({ username }))).status;
        const input = {
          ...reportInput({ username }),
          scamCategory: 'other' as const,
          username,
          traces: [],
          source: 'y',
          reporter: { keys: 'z', networkKey: 'z', allocationKeys: 'z' },
        };
        const options = {
          perMinute: 0,
          reportsPerDay: 3,
        };
        return (await second.db.transaction((trx) => submit(trx, input, options))).outcome === 'listed'
          ? 201
          : 409;
      }),
    );
    await second.close();
    expect(answers.filter((status) => status === 201)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(99);
    expect(await rowsOf(username)).toHaveLength(1);
  });

  it('100 different usernames are 100 reports, and the count is right', async () => {
    const visitor = service.as('visitor');
    const before = Number((await visitor.callFull(listReports, { query: {} })).headers.get('x-total-count'));
    const reports = await Promise.all(
      Array.from({ length: 100 }, () =>
        untilAnswered(() => submitAs('visitor', reportInput({ username: newName() }))),
      ),
    );
    expect(new Set(reports.map(({ body }) => body.uniqueBurnAddress)).size).toBe(100);
    const after = await visitor.callFull(listReports, { query: {} });
    expect(Number(after.headers.get('x-total-count'))).toBe(before + 100);
    expect(after.body).toHaveLength(before + 100);
  });
});

describe.each(['scammer-reports', 'nice-reports'])('what is refused by %s', (list) => {
  const send = (body: unknown) => service.send('POST', `/api/${list}`, body);

  it.each([
    [{ twitterUrl: 'nonsense' }, reportTexts.invalidUrl],
    [{ twitterUrl: 'https://x.com.evil.com/a/status/1' }, reportTexts.foreignUrl],
    [{ twitterUrl: 'https://x.com/totally_other/status/1' }, reportTexts.usernameOfAnother],
    [{ twitterUrl: 'https://x.com/sixteen_letters_/status/1' }, reportTexts.invalidUsername],
    [{ twitterUrl: 'https://help.x.com/' }, reportTexts.notAPost],
    [{ twitterUrl: 'https://x.com/i/status/20' }, reportTexts.namelessPost],
    [{ twitterUrl: 'https://x.com/grinch', username: 'grinch' }, reportTexts.profileUrl],
    [{ username: undefined }, 'Username is required'],
    [{ username: ['grinch'] }, 'Username is required'],
    [{ username: 'sixteen_letters_' }, reportTexts.invalidUsername],
    [{ username: 'gr\u0000inch' }, reportTexts.invalidUsername],
    [{ description: undefined }, reportTexts.descriptionTooShort],
    [{ description: 'x'.repeat(1_001) }, reportTexts.descriptionTooLong],
    [{ description: 'a script: <script>alert(1)</script>' }, reportTexts.descriptionDangerous],
  ])('%j: %s', async (changes, message) => {
    const answer = await send({ ...reportInput({ username: newName() }), ...changes });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message, code: 'invalid_input' });
  });

  it.each([
    ['', 400],
    ['null', 400],
    ['[]', 400],
    ['"text"', 400],
    ['7', 400],
    ['{', 400],
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
    [`{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`, 400],
    ['{"__proto__":{"username":"grinch"}}', 400],
    ['{"constructor":{"prototype":{"username":"grinch"}}}', 400],
    [`{"description":"${'x'.repeat(70_000)}"}`, 413],
  ])('a body of another shape (case %#)', async (body, status) => {
    const answer = await send(body);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toBeTypeOf('string');
  });

  it('a body that is not JSON', async () => {
    const answer = await service.send('POST', `/api/${list}`, 'username=grinch', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.status).toBe(415);
  });
});

describe('a retry with its key', async () => {
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
      await db('idempotency_keys').update({ created_at: new Date(0) });
      expect(await forgetKeysBefore(db, new Date(Date.now() - 86_400_000), () => true)).toBeGreaterThan(0);
      expect((await submit(path, newInput(), key)).status).toBe(201);
    });
  });
});
