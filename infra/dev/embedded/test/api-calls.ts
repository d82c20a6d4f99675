import { randomBytes, randomUUID } from 'node:crypto';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { contractEndpoints } from '@naughty-list/contracts/test/contract-endpoints';
import { SERVICE_NAMES, type ServiceName } from '../src/service-environment.ts';
import { ADMIN, type Headers, unknownSignature, type World } from './api-world.ts';

/** A call that succeeds, created anew each time: what it refers to exists, and what it creates does not. */
export type ValidCall = {
  params?: Record<string, string | number>;
  query?: string;
  body?: unknown;
  headers?: Headers;
  /** Expected status. */
  status: number;
};

type MakeCall = (world: World) => Promise<ValidCall> | ValidCall;

/** A call that is always the same, or how one is made; its status is 200 where it says no other. */
type Given = Partial<ValidCall>;
type Entry = Given | ((world: World) => Promise<Given> | Given);

const asynchronous = { prefer: 'respond-async' };
const username = () => `user_${randomBytes(4).toString('hex')}`;
const appealText = 'None of this ever happened, and here is why.';
const description = 'Sold us a sleigh that was never built.';
const reason = 'The post says it itself.';
const invitation = 'dashing through the snow';
const { password } = ADMIN;
const proof = () => ({ proofId: randomUUID(), signature: unknownSignature() });

/** An invitation of a colleague. */
async function invited(world: World): Promise<{ id: number; token: string }> {
  const headers = await world.session();
  const body = { username: username(), role: 'moderator' };
  const made = await world.json({ method: 'POST', path: '/api/admin/invitations', body, headers });
  const { invitations } = (await world.json({ method: 'GET', path: '/api/admin/accounts', headers })) as {
    invitations: { id: number; username: string }[];
  };
  const { id = 0 } = invitations.find((each) => each.username === body.username) ?? {};
  return { id, token: String(made.token) };
}

/** The name of a new account. */
async function colleague(world: World): Promise<string> {
  const body = { token: (await invited(world)).token, password: invitation };
  return String((await world.json({ method: 'POST', path: '/api/admin/accept-invitation', body })).username);
}

/** Calls about something that is made for each of them. */
const onReport =
  (rest: Given | ((world: World) => Given) = {}): Entry =>
  async (world) => ({
    params: { id: (await world.report()).id },
    ...(typeof rest === 'function' ? rest(world) : rest),
  });
const onName =
  (rest: Given = {}): Entry =>
  async (world) => ({ params: { username: (await world.report()).username }, ...rest });
const onPraise =
  (rest: Given = {}): Entry =>
  async (world) => ({ params: { id: (await world.submitNiceReport()).id }, ...rest });
const onAppeal =
  (rest: Given): Entry =>
  async (world) => ({ params: { id: (await world.appeal()).id }, ...rest });
const onHeldReport =
  (rest: Given): Entry =>
  async (world) => ({ params: { id: await world.heldReport() }, ...rest });
const onHeldStatement =
  (rest: Given = {}): Entry =>
  async (world) => ({ params: { id: await world.heldStatement() }, ...rest });
const onIntent =
  (rest: (world: World) => Given = () => ({})): Entry =>
  async (world) => ({ params: { id: await world.intent() }, ...rest(world) });
const onPreview: Entry = async (world) => ({ params: { id: await world.preview() } });
const onRemoval: Entry = async (world) => ({ params: { id: (await world.removal()).verificationId } });
const byWallet: Entry = (world) => ({ params: { wallet: world.holder() } });
const inLedger =
  (params: NonNullable<ValidCall['params']>): Entry =>
  async (world) => {
    await world.tile();
    return { params };
  };
const byCode =
  (appeal: (world: World) => Promise<{ headers: Headers }>, rest: Given = {}): Entry =>
  async (world) => ({ headers: (await appeal(world)).headers, ...rest });

const allCases = { query: '?include=all&after=0' };
const ofAll = { params: { include: 'all' } };

const calls: Partial<Record<ServiceName, Record<string, Entry>>> = {
  reports: {
    'GET /api/scammer-reports': { query: '?limit=5&offset=0&category=nft' },
    'GET /api/scammer-reports/search': { query: '?q=sleigh&category=nft' },
    'POST /api/scammer-reports': (world) => ({
      body: { ...world.post(username()), description, scamCategory: 'nft' },
      status: 201,
    }),
    'POST /api/scammer-reports/:id/remove-by-burn': onReport(() => ({
      body: { txHash: unknownSignature() },
      headers: asynchronous,
      status: 202,
    })),
    'POST /api/scammer-reports/:id/payment-proof': onReport((world) => ({
      body: { txHash: unknownSignature(), wallet: world.holder() },
    })),
    'POST /api/own-payments/proof': (world) => ({ body: { wallet: world.holder() } }),
    // Without a wallet that signs, the proof is refused.
    'POST /api/own-payments': () => ({ body: { proof: proof() }, status: 400 }),
    'POST /api/verify-burn': async (world) => ({
      body: { txHash: unknownSignature(), reportId: (await world.report()).id },
      headers: asynchronous,
      status: 202,
    }),
    'POST /api/scammer-reports/:id/burn-request': onReport((world) => ({
      body: { account: world.holder() },
    })),
    'GET /log/checkpoint': {},
    'GET /log/key': {},
    'GET /log/predecessor': { status: 404 },
    'GET /log/receipt/:kind/:number': inLedger({ kind: 'report', number: 1 }),
    // Only a member has a commitment to ask for.
    'GET /log/member/:commitment': { params: { commitment: 'A'.repeat(43) }, status: 404 },
    'GET /log/record/:index': inLedger({ index: 1 }),
    'GET /log/records/:bundle': inLedger({ bundle: 0 }),
    'GET /log/tile/*': async (world) => ({ params: { '*': await world.tile() } }),
    'GET /feeds/handles.txt': allCases,
    'GET /feeds/snapshot.json': allCases,
    'GET /feeds/cases.csv': allCases,
    'GET /feeds/stix.json': allCases,
    'GET /feeds/misp/:include/manifest.json': ofAll,
    'GET /feeds/misp/:include/hashes.csv': ofAll,
    'GET /feeds/misp/:include/:event': async (world) => {
      await world.report();
      const path = '/feeds/misp/all/manifest.json?new';
      const [event] = Object.keys(await world.json({ method: 'GET', path }));
      return { params: { include: 'all', event: `${event}.json` } };
    },
    'GET /feeds/cases/:username/atom.xml': onName(),
    'GET /api/cases/:username/loss-message': async (world) => ({
      params: { username: (await world.report()).username },
      query: `?transaction=${unknownSignature()}&wallet=${world.holder()}`,
    }),
    'POST /api/losses': async (world) => ({
      body: {
        ...{ username: (await world.report()).username, description, wallet: world.holder() },
        ...{ transaction: unknownSignature(), signature: unknownSignature() },
      },
      status: 400,
    }),
    'GET /feeds/atom.xml': { query: '?include=all' },
    'GET /feeds/feed.json': { query: '?include=all' },
    'GET /feeds/diffs.json': async (world) => {
      const { version } = await world.json({ method: 'GET', path: '/feeds/snapshot.json' });
      return { query: `?since=${version}` };
    },
    'GET /api/burns': { query: '?limit=5' },
    'GET /api/receipts/:signature': async (world) => ({
      params: { signature: (await world.removal()).signature },
    }),
    'GET /api/verifications/:id': onPreview,
    'GET /api/verifications/:id/events': onPreview,
    'GET /api/nice-reports': { query: '?limit=5' },
    'GET /api/nice-reports/search': { query: '?q=present' },
    'GET /api/traces/:kind/:value': { params: { kind: 'domain', value: 'free-presents.com' } },
    'GET /api/look-up': { query: '?q=sleigh' },
    'GET /api/private-check/:prefix': { params: { prefix: '0f9a' } },
    'GET /api/cases/:username': onName(),
    'GET /api/cases/:username/statements': onName({ query: '?after=0' }),
    'POST /api/statements': async (world) => ({
      body: { ...world.post((await world.report()).username), description },
      status: 201,
    }),
    'POST /api/appeals': async (world) => ({
      body: { username: (await world.report()).username, grounds: 'false', text: appealText },
      status: 201,
    }),
    'GET /api/appeal': byCode((world) => world.appeal()),
    'GET /api/appeal/receipt': async (world) => {
      const { headers } = await world.appeal();
      await world.inLedger({ method: 'GET', path: '/api/appeal/receipt', headers });
      return { headers };
    },
    'GET /api/own-report': async (world) => ({ headers: await world.ownReport() }),
    'POST /api/own-report/withdrawal': async (world) => ({ headers: await world.ownReport() }),
    'POST /api/appeal/messages': byCode((world) => world.appeal(), {
      body: { text: appealText },
      status: 201,
    }),
    'POST /api/appeal/proof-code': byCode((world) => world.appeal(), { status: 201 }),
    'POST /api/appeal/proof': byCode((world) => world.provableAppeal(), {
      body: { postUrl: 'https://x.com/i/status/20' },
    }),
    'POST /api/appeal/reply': byCode((world) => world.provenAppeal(), {
      body: { text: appealText, contradicts: true },
    }),
    'POST /api/appeal/again': byCode((world) => world.decidedAppeal(), {
      body: { text: appealText },
      status: 201,
    }),
    'POST /api/nice-reports': (world) => ({ body: { ...world.post(username()), description }, status: 201 }),
    'POST /api/payment-intents/removal/:id': onReport(),
    'GET /api/payment-intents/:id': onIntent(),
    'GET /api/payment-intents/:id/events': onIntent(),
    'POST /api/payment-intents/:id/check': onIntent((world) => ({ body: { wallet: world.holder() } })),
    'GET /api/admin/reports': { query: '?q=sleigh&state=all&reported=7d&limit=2' },
    'PATCH /api/admin/reports/:id': onReport({ body: { description: 'Sold a sleigh to a whole town.' } }),
    'DELETE /api/admin/reports/:id': onReport({ status: 204 }),
    'POST /api/admin/reports/bulk-delete': async (world) => ({ body: { ids: [(await world.report()).id] } }),
    'POST /api/admin/reports/delete-matching': {
      body: { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z', dryRun: true },
    },
    'POST /api/admin/reports/publish': async (world) => ({ body: { ids: [(await world.report()).id] } }),
    'POST /api/admin/reports/:id/refresh-pfp': onReport(),
    'POST /api/admin/nice-reports/publish': { body: { ids: [1] } },
    'POST /api/admin/nice-reports/mark-read': { body: { ids: [1] } },
    'GET /api/admin/nice-reports': { query: '?reported=30d&limit=2' },
    'PATCH /api/admin/nice-reports/:id': onPraise({
      body: { description: 'Gave a whole town presents that work.' },
    }),
    'DELETE /api/admin/nice-reports/:id': onPraise({ status: 204 }),
    'POST /api/admin/nice-reports/bulk-delete': async (world) => ({
      body: { ids: [(await world.submitNiceReport()).id] },
    }),
    'GET /api/admin/review': { query: '?kind=appeal' },
    'GET /api/admin/review/cases/:id': onReport(),
    'POST /api/admin/review/cases/:id/status': onReport({
      body: { status: 'corroborated', rule: 'evidence_alone', reason, version: 1 },
    }),
    'POST /api/admin/review/allowances': { body: { who: 'elf', count: 10 } },
    'POST /api/admin/review/decisions': async (world) => ({
      body: { kind: 'report', ids: [await world.heldReport()], decision: 'reject' },
    }),
    'POST /api/admin/review/statements/:id': onHeldStatement({ body: { decision: 'publish', seen: 'held' } }),
    'POST /api/admin/review/reports/:id': onHeldReport({ body: { decision: 'publish' } }),
    'POST /api/admin/review/appeals/:id/decision': onAppeal({
      body: { decision: 'refused', rule: 'appeal_unfounded', reason, version: 1 },
    }),
    'POST /api/admin/review/appeals/:id/messages': onAppeal({ body: { text: appealText }, status: 201 }),
    'POST /api/admin/review/appeals/:id/proof': onAppeal({
      body: { reason: 'The company register lists both.' },
    }),
    'POST /api/admin/review/appeals/:id/proof/rejection': async (world) => {
      const { id, postUrl } = await world.waitingPost();
      return { params: { id }, body: { postUrl, text: appealText }, status: 201 };
    },
    'POST /api/admin/review/cases/:id/handle': onReport({ body: { hasChanged: true, version: 1 } }),
    'POST /api/admin/review/cases/:id/post': async (world) => ({
      params: { id: await world.reportElsewhere() },
    }),
    'POST /api/admin/review/statements/:id/post': onHeldStatement(),
    'POST /api/admin/review/cases/:id/reply': async (world) => {
      const { reportId, at } = await world.waitingReply();
      return { params: { id: reportId }, body: { decision: 'publish', at } };
    },
    'GET /api/admin/audit-log': { query: '?action=delete&limit=2' },
    'POST /api/admin/audit-log/undo': {
      body: { who: 'nobody', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', dryRun: true },
    },
    'POST /api/admin/audit-log/:operationId/restore': async (world) => ({
      params: { operationId: await world.moderatorsOperation() },
    }),
    'GET /api/admin/payments/:purpose': async (world) => ({
      params: { purpose: 'removal' },
      query: `?q=${(await world.removal()).signature}`,
    }),
    'POST /api/admin/payments/:id/settle': async (world) => ({
      params: { id: await world.refusedPayment() },
      body: { reason: 'Its payer wrote to us, and proved it.' },
    }),
    'GET /api/admin/personal-data': async (world) => ({ query: `?reportId=${(await world.report()).id}` }),
    'POST /api/admin/personal-data/erase': async (world) => ({
      body: { reportId: (await world.report()).id },
    }),
  },
  membership: {
    'POST /api/alpha-group/generate-burn-address': {},
    'POST /api/alpha-group/verify-transaction': () => ({
      body: { transactionHash: unknownSignature() },
      headers: asynchronous,
      status: 202,
    }),
    // A proof is bound to one browser and each caller is a different one: access is granted and the proof refused.
    'POST /api/alpha-group/recover': () => ({ body: { proof: proof() }, status: 400 }),
    'GET /api/alpha-group/wallets/:wallet': byWallet,
    'GET /api/alpha-group/members/:id/record': () => ({
      params: { id: `membership_${randomUUID()}` },
      status: 404,
    }),
    'POST /api/alpha-group/payment-proof': (world) => ({
      body: { transactionHash: unknownSignature(), wallet: world.holder() },
    }),
    'POST /api/payment-intents/membership': {},
  },
  analytics: {
    'GET /api/hit-counter': {},
    'GET /api/admin/analytics/daily': { query: '?days=7' },
    'GET /api/admin/analytics/weekly': { query: '?weeks=12' },
    'GET /api/admin/analytics/total': {},
    'GET /api/admin/analytics/pages': { query: '?days=30&limit=5' },
    'GET /api/admin/analytics/referrers': {},
    'GET /api/admin/analytics/devices': { query: '?days=7' },
    'GET /api/admin/analytics/countries': {},
    'GET /api/admin/analytics/live': {},
  },
  gateway: {
    'GET /api/scammer-reports/:id/burn-request': { params: { id: 1 } },
    'GET /api/site-info': {},
    'GET /api/avatar/:username': { params: { username: 'grinch' }, status: 204 },
    'GET /api/market-data/:token': { params: { token: 'list' } },
    'POST /api/visits': (world) => ({
      body: { pageUrl: '/pfp' },
      headers: { origin: world.stack.url },
      status: 204,
    }),
    'GET /api/admin/status': {},
    'POST /api/admin/login': { body: ADMIN },
    'POST /api/admin/logout': { status: 204 },
    'POST /api/admin/passkey-login/options': {},
    'POST /api/admin/passkey-login': { body: { response: { id: 'unknown' } }, status: 401 },
    'POST /api/admin/accept-invitation': async (world) => ({
      body: { token: (await invited(world)).token, password: invitation },
    }),
    'GET /api/admin/account': {},
    'POST /api/admin/account/password': { body: { password, newPassword: password }, status: 204 },
    'POST /api/admin/account/authenticator': { body: { password } },
    'POST /api/admin/account/authenticator/confirm': { body: { code: '000000' }, status: 403 },
    'POST /api/admin/account/authenticator/remove': { body: { password }, status: 204 },
    'POST /api/admin/account/recovery-codes': { body: { password } },
    'POST /api/admin/account/passkeys/options': { body: { password } },
    'POST /api/admin/account/passkeys': { body: { name: 'Key', response: { id: 'unknown' } }, status: 403 },
    'POST /api/admin/account/passkeys/:id/remove': {
      params: { id: 'unknown' },
      body: { password },
      status: 404,
    },
    'DELETE /api/admin/account/sessions/:id': { params: { id: 'others' }, status: 204 },
    'GET /api/admin/accounts': {},
    'POST /api/admin/invitations': () => ({ body: { username: username(), role: 'moderator' }, status: 201 }),
    'DELETE /api/admin/invitations/:id': async (world) => ({
      params: { id: (await invited(world)).id },
      status: 204,
    }),
    'DELETE /api/admin/accounts/:username': async (world) => ({
      params: { username: await colleague(world) },
      status: 204,
    }),
    'GET /api/admin/account-changes': { query: '?q=santa&limit=2' },
    'GET /api/admin/queue-changes': { query: '?queue=reports&limit=2' },
    'GET /api/admin/waiting': {},
  },
  'chain-verifier': {
    'GET /api/token-config': {},
    'POST /internal/looks': (world) => ({ body: world.demand() }),
    'GET /internal/verifications/:id': onPreview,
    'GET /internal/judged-payments/:id': onRemoval,
    'GET /internal/transactions/:signature': { params: { signature: '1'.repeat(64) } },
    'POST /internal/payment-requests': (world) => ({
      body: {
        ...{ subject: 'report:1', reference: 'LISTBURN001', referenceKey: world.holder() },
        until: 2_000_000_000,
      },
    }),
    'POST /internal/payments-under-way': (world) => ({
      body: { demand: world.demand().demand, others: [], claims: [] },
    }),
    'POST /internal/verifications/:id/release': async (world) => ({
      params: { id: await world.preview() },
      status: 204,
    }),
    'GET /internal/wallets/:wallet/payments': byWallet,
    'GET /internal/wallets/:wallet/own-payments': byWallet,
    'POST /internal/verifications/:id/settle': onRemoval,
    'POST /internal/burn-transactions': (world) => ({
      body: { account: world.holder(), tokens: '1', memo: 'LISTBURN001', subject: 'report:1' },
    }),
  },
};

/** For every endpoint with input, and some without, by method and path, with the owning service. */
export const validCalls: Record<string, [owner: ServiceName, make: MakeCall]> = Object.fromEntries(
  SERVICE_NAMES.flatMap((owner) =>
    Object.entries(calls[owner] ?? {}).map(([name, entry]) => [
      name,
      [
        owner,
        async (world) => ({ status: 200, ...(typeof entry === 'function' ? await entry(world) : entry) }),
      ],
    ]),
  ),
);

/**
 * The owner of an endpoint and a valid call. An endpoint without input needs no entry above.
 * @throws Error when it has input but no entry
 */
export async function validCallOf(world: World, name: string): Promise<[ServiceName, MakeCall]> {
  const known = validCalls[name];
  if (known) return known;
  const endpoint = (await contractEndpoints()).get(name);
  if (!endpoint || hasInput(endpoint)) throw new Error(`No valid call of ${name} is known`);
  const status = Number(Object.keys(endpoint.answers)[0]);
  return [await ownerOf(world, endpoint), () => ({ status })];
}

export const hasInput = ({ params, query, body }: Endpoint): boolean => Boolean(params ?? query ?? body);

/** The service that knows the path; all others belong to the gateway. */
async function ownerOf(world: World, { method, path }: Endpoint): Promise<ServiceName> {
  const headers = {
    'x-admin-username': ADMIN.username,
    'x-admin-role': 'admin',
    ...world.signature('gateway', { method, path }),
  };
  for (const name of SERVICE_NAMES.filter((service) => service !== 'gateway')) {
    const answer = await world.call({ method, path, headers }, world.addressOf(name));
    await answer.body?.cancel();
    if (answer.status !== 404) return name;
  }
  return 'gateway';
}

/** The path of a call with its parameters and query. */
export function pathOf(pattern: string, { params = {}, query = '' }: ValidCall): string {
  return pattern.replaceAll(/:(\w+)|\*/g, (all, name = all) => String(params[name])) + query;
}
