import { generateBurnAddress, verifyTransaction } from '@naughty-list/contracts/membership';
import { getVerification, type Verification } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { call, postJson, Stage } from './gateway-under-test.ts';

const GENERATE = '/api/alpha-group/generate-burn-address';
const ID = '00000000-0000-4000-8000-000000000000';

/** Returns the visitor named by the gateway. */
const membership: Route[] = [
  route(generateBurnAddress, async ({ raw }) => ({
    burnAddress: String(raw.headers['x-visitor-id']),
    reference: String(raw.headers.cookie),
    mint: '',
    amount: '750000',
    paymentUrl: '',
  })),
  route(verifyTransaction, async ({ raw }) => ({
    success: false,
    message: String(raw.headers['x-visitor-id']),
  })),
];
/** Returns its own name. */
const owner = (name: string) =>
  route(
    getVerification,
    async ({ params: { id }, raw }): Promise<Verification> => ({
      id,
      signature: name,
      stage: 'received',
      outcome: 'pending',
      code: raw.headers['x-visitor-id'] === undefined ? null : 'named a visitor',
      message: null,
      amountBurned: null,
      rules: [],
      slot: null,
    }),
  );

const stage = closeAfterAll(await Stage.build());
const settings = {
  MEMBERSHIP_URL: (await stage.service([...membership, owner('membership')])).url,
  REPORTS_URL: (await stage.service([owner('reports')])).url,
  RATE_LIMIT_WRITES_PER_MINUTE: '1000',
  CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
};
const gateway = await stage.gateway(settings);
const secure = await stage.gateway({ ...settings, PUBLIC_ORIGIN: 'https://naughty.example' });

async function visit(cookie?: string, { url } = gateway) {
  const { json, headers } = await postJson(url, GENERATE, {}, cookie === undefined ? {} : { cookie });
  const [set = ''] = headers['set-cookie'] ?? [];
  return { visitor: String(json.burnAddress), seen: json.reference, set, cookie: set.split(';', 1)[0] };
}

it('a new visitor gets a cookie that scripts cannot read and other sites cannot send', async () => {
  const { visitor, set } = await visit();
  expect(visitor).toMatch(/^[\w-]{24}$/);
  expect(set).toMatch(/^visitor=[\w-]{24}\.[\w+/]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
});

it('is known again by it, whatever other cookies there are, by every call of the membership', async () => {
  const { visitor, cookie } = await visit();
  expect((await visit(`a=b; ${cookie}; c=d`)).visitor).toBe(visitor);
  const body = { transactionHash: 'x' };
  const headers = { cookie: String(cookie) };
  const { json } = await postJson(gateway.url, '/api/alpha-group/verify-transaction', body, headers);
  expect(json.message).toBe(visitor);
});

it('is known by nothing else', async () => {
  const { visitor, cookie = '' } = await visit();
  const other = (await visit()).cookie ?? '';
  const forged = [
    `visitor=${visitor}`,
    `visitor=${visitor}.${'A'.repeat(43)}`,
    `visitor=${visitor}.${other.split('.')[1]}`,
    cookie.replace('visitor=', 'visitors='),
    `${cookie}x`,
  ];
  for (const each of forged) expect((await visit(each)).visitor, each).not.toBe(visitor);
  const named = await postJson(gateway.url, GENERATE, {}, { 'x-visitor-id': visitor });
  expect(named.json.burnAddress).not.toBe(visitor);
});

it('keeps the cookie at the gateway', async () => {
  const { cookie } = await visit();
  expect((await visit(cookie)).seen).toBe('undefined');
});

it('a site on https keeps it to itself', async () => {
  const { set, cookie, visitor } = await visit(undefined, secure);
  expect(set).toMatch(/^__Host-visitor=.*; Path=\/; .*; Secure$/);
  expect((await visit(cookie, secure)).visitor).toBe(visitor);
  expect((await visit(cookie?.replace('__Host-', ''), secure)).visitor).not.toBe(visitor);
});

it.each([
  ['membership', 'membership'],
  ['removal', 'reports'],
  ['look', 'reports'],
])('a verification that begins with %s is requested from %s, without a visitor', async (prefix, name) => {
  const { json } = await call(gateway.url, `/api/verifications/${prefix}_${ID}`);
  expect(json).toMatchObject({ id: `${prefix}_${ID}`, signature: name, code: null });
});
