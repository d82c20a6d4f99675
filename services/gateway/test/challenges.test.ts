import { request } from 'node:http';
import { CHALLENGE_HEADER, Challenge } from '@naughty-list/contracts/challenge';
import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { burnRequest, verifyBurn } from '@naughty-list/contracts/removal';
import { submitReport } from '@naughty-list/contracts/reports';
import { Answer as RouteAnswer, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, call, postJson, Stage, statusesOf } from './gateway-under-test.ts';

const REPORTS = '/api/scammer-reports';
const report = {
  twitterUrl: 'https://x.com/grinch/status/1',
  username: 'grinch',
  description: 'Stole the presents.',
};
const account = '11111111111111111111111111111111';

let arrived = 0;
/** Nice reports are refused once this settles. */
let niceReports = Promise.resolve();

const stage = closeAfterAll(await Stage.build());
const arrive = (status: number) => async () => {
  arrived += 1;
  return new RouteAnswer(status, JSON.parse('{"id":1}'));
};
const { url } = await stage.service([
  route(submitReport, arrive(201)),
  route(submitNiceReport, async () => {
    arrived += 1;
    await niceReports;
    return new RouteAnswer(409, JSON.parse('{"message":"again","code":"already_reported"}'));
  }),
  route(verifyBurn, arrive(200)),
  route(burnRequest, arrive(200)),
]);
const settings = { REPORTS_URL: url, TRUST_PROXY: '1', CHALLENGE_AFTER_WRITES_PER_HOUR: '2' };
beforeEach(() => {
  arrived = 0;
});

const from = (ip: string, headers: Record<string, string> = {}) => ({ 'x-forwarded-for': ip, ...headers });
const send = (url: string, headers: Record<string, string>, path = REPORTS) =>
  postJson(url, path, report, headers);

/** The value of the repeated call's challenge header. */
async function solutionOf({ json }: Answer, changes: object = {}): Promise<string> {
  const challenge = Challenge.parse(json.challenge);
  const solution = await solveChallenge({ challenge, deriveKey });
  const parameters = { ...challenge.parameters, ...changes };
  const { counter = -1, derivedKey = '' } = solution ?? {};
  const answer = { challenge: { ...challenge, parameters }, solution: { counter, derivedKey } };
  return Buffer.from(JSON.stringify(answer)).toString('base64');
}

describe('a proof of work', () => {
  it('is needed beyond some writes an hour, once per call, and opens the call once', async () => {
    const { url } = await stage.gateway(settings);
    const client = from('198.51.100.1');
    for (let n = 0; n < 2; n += 1) expect((await send(url, client)).status).toBe(201);
    const challenged = await send(url, client);
    expect(challenged.status).toBe(428);
    expect(challenged.json).toMatchObject({ code: 'challenge_required', message: expect.any(String) });
    expect(arrived).toBe(2);
    const solved = { ...client, [CHALLENGE_HEADER]: await solutionOf(challenged) };
    expect((await send(url, solved)).status).toBe(201);
    expect((await send(url, solved)).status).toBe(428);
    expect(arrived).toBe(3);
  });

  it('of one copy of the gateway is taken by another, once by both together', async () => {
    const [one, other] = [await stage.gateway(settings), await stage.gateway(settings)];
    const client = from('198.51.100.2');
    for (let n = 0; n < 2; n += 1) for (const { url } of [one, other]) await send(url, client);
    const solved = { ...client, [CHALLENGE_HEADER]: await solutionOf(await send(one.url, client)) };
    const answers = await Promise.all([one, other, one, other].map(({ url }) => send(url, solved)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 428, 428, 428]);
  });

  it('is for one client and one action, and cannot be made easier or longer', async () => {
    const { url } = await stage.gateway(settings);
    const client = from('198.51.100.3');
    for (let n = 0; n < 2; n += 1) await send(url, client);
    const challenged = await send(url, client);
    const solution = await solutionOf(challenged);
    const stranger = from('198.51.100.4');
    for (let n = 0; n < 2; n += 1) await send(url, stranger);
    const before = arrived;
    const refused = [
      send(url, { ...stranger, [CHALLENGE_HEADER]: solution }),
      send(url, { ...client, [CHALLENGE_HEADER]: solution }, '/api/nice-reports'),
      send(url, { ...client, [CHALLENGE_HEADER]: await solutionOf(challenged, { cost: 1 }) }),
      send(url, {
        ...client,
        [CHALLENGE_HEADER]: await solutionOf(challenged, { expiresAt: 9_999_999_999 }),
      }),
      send(url, { ...client, [CHALLENGE_HEADER]: 'nonsense' }),
      send(url, { ...client, [CHALLENGE_HEADER]: '' }),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 428));
    expect(arrived).toBe(before);
    expect((await send(url, { ...client, [CHALLENGE_HEADER]: solution })).status).toBe(201);
  });

  it('expires', async () => {
    let now = Date.now();
    const { url } = await stage.gateway(settings, { clock: { now: () => new Date(now) } });
    const client = from('198.51.100.5');
    for (let n = 0; n < 2; n += 1) await send(url, client);
    const solved = { ...client, [CHALLENGE_HEADER]: await solutionOf(await send(url, client)) };
    now += 11 * 60_000;
    expect((await send(url, solved)).status).toBe(428);
    expect(arrived).toBe(2);
  });

  it('is required from all clients during a burst, however many addresses it comes from', async () => {
    const { url } = await stage.gateway(settings);
    const crowd = Array.from({ length: 8 }, (_, n) => `203.0.113.${n}`);
    expect(await statusesOf(crowd, (ip) => send(url, from(ip)))).toEqual([
      201, 201, 201, 201, 428, 428, 428, 428,
    ]);
    expect(arrived).toBe(4);
  });

  it('is not required from others because of refused or solved calls', async () => {
    const { url } = await stage.gateway(settings);
    const junk = (n: number) => postJson(url, REPORTS, {}, from(`203.0.113.${n}`));
    for (let n = 0; n < 20; n += 1) expect((await junk(n)).status).toBe(400);
    // Of eight calls, three are stored: the other five, of one client, get a challenge or solve one.
    const client = from('198.51.100.20');
    for (let n = 0; n < 2; n += 1) await send(url, client);
    for (let n = 0; n < 3; n += 1) expect((await send(url, client)).status).toBe(428);
    const solution = await solutionOf(await send(url, client));
    expect((await send(url, { ...client, [CHALLENGE_HEADER]: solution })).status).toBe(201);
    expect((await send(url, from('198.51.100.21'))).status).toBe(201);
    expect((await send(url, from('198.51.100.22'))).status).toBe(428);
  });

  it('is not required from others because of refused calls whose clients disconnected', async () => {
    const { url } = await stage.gateway(settings);
    const held = Promise.withResolvers<void>();
    niceReports = held.promise;
    const leaving = Array.from({ length: 4 }, (_, n) => {
      const headers = { 'content-type': 'application/json', ...from(`203.0.114.${n}`) };
      const sent = request(`${url}/api/nice-reports`, { method: 'POST', headers, agent: false });
      return sent.on('error', () => {}).end(JSON.stringify(report));
    });
    await expect.poll(() => arrived).toBe(4);
    for (const sent of leaving) sent.destroy();
    held.resolve();
    let calls = 0;
    const sendAsOther = async () => {
      calls += 1;
      return (await send(url, from(`198.51.100.${calls}`))).status;
    };
    // Until the last refusal has reached the gateway, the site appears to be in a burst.
    await expect.poll(sendAsOther).toBe(201);
    await expect.poll(sendAsOther).toBe(201);
  });

  it('is needed by an IPv6 network as a whole', async () => {
    const { url } = await stage.gateway({ ...settings, CHALLENGE_AFTER_WRITES_PER_HOUR: '1' });
    // Spaced out, so that there is no burst.
    const hourly = await stage.gateway({ ...settings, CHALLENGE_AFTER_WRITES_PER_HOUR: '3' });
    const one = await send(url, from('2001:db8:1:100::1'));
    const same64 = await send(url, from('2001:db8:1:100::2'));
    expect([one.status, same64.status]).toEqual([201, 428]);
    const ips = Array.from({ length: 7 }, (_, n) => `2001:db8:1:20${n}::1`);
    expect(await statusesOf(ips, (ip) => send(hourly.url, from(ip)))).toEqual([
      201, 201, 201, 201, 201, 201, 428,
    ]);
  });

  it('is never needed where it is switched off, nor for payments', async () => {
    const off = await stage.gateway({ ...settings, CHALLENGE_AFTER_WRITES_PER_HOUR: '0' });
    for (let n = 0; n < 10; n += 1) expect((await send(off.url, from('198.51.100.6'))).status).toBe(201);
    const { url } = await stage.gateway(settings);
    for (let n = 0; n < 10; n += 1)
      // A 400 from the service shows that the call reached it.
      expect((await send(url, from('198.51.100.7'), '/api/verify-burn')).status).toBe(400);
  });
});

describe('budgets', () => {
  const plenty = { CHALLENGE_AFTER_WRITES_PER_HOUR: '0', RATE_LIMIT_WRITES_PER_MINUTE: '2' };
  const sentFrom = (ips: string[], url: string) => statusesOf(ips, (ip) => send(url, from(ip)));

  it('are an IPv6 network’s, too: twice a client’s per /56, four times per /48', async () => {
    const { url } = await stage.gateway({ ...settings, ...plenty });
    const in56 = Array.from({ length: 6 }, (_, n) => `2001:db8:2:30${n}::1`);
    expect(await sentFrom(in56, url)).toEqual([201, 201, 201, 201, 429, 429]);
    const in48 = Array.from({ length: 12 }, (_, n) => `2001:db8:3:${n.toString(16)}00::1`);
    expect(await sentFrom(in48, url)).toEqual([...Array(8).fill(201), ...Array(4).fill(429)]);
    expect(arrived).toBe(12);
  });

  it('of reads are an IPv6 network’s, too: four times a client’s per /56, ten times per /48', async () => {
    const { url } = await stage.gateway({ ...settings, RATE_LIMIT_READS_PER_MINUTE: '1' });
    const read = (ip: string) => call(url, '/api/site-info', { headers: from(ip) });
    const in56 = Array.from({ length: 9 }, (_, n) => `2001:db8:4:30${n}::1`);
    expect(await statusesOf(in56, read)).toEqual([...Array(4).fill(200), ...Array(5).fill(429)]);
    const in48 = Array.from({ length: 15 }, (_, n) => `2001:db8:5:${n.toString(16)}00::1`);
    expect(await statusesOf(in48, read)).toEqual([...Array(10).fill(200), ...Array(5).fill(429)]);
  });

  it('are not an IPv4 network’s, which may be a provider’s', async () => {
    const { url } = await stage.gateway({ ...settings, ...plenty });
    const ips = Array.from({ length: 20 }, (_, n) => `192.0.2.${n}`);
    expect(await sentFrom(ips, url)).toEqual(ips.map(() => 201));
  });

  it('of reports, payments and what other sites may call are three', async () => {
    const { url } = await stage.gateway({ ...settings, ...plenty });
    const client = from('198.51.100.8');
    const elsewhere = { ...client, origin: 'https://evil.example' };
    const burn = () => postJson(url, `${REPORTS}/1/burn-request`, { account }, elsewhere);
    for (const expected of [200, 200, 429]) expect((await burn()).status).toBe(expected);
    for (const expected of [400, 400, 429])
      expect((await send(url, client, '/api/verify-burn')).status).toBe(expected);
    for (const expected of [201, 201, 429]) expect((await send(url, client)).status).toBe(expected);
  });
});
