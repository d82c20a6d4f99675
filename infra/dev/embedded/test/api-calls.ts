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

const asynchronous = { prefer: 'respond-async' };
const username = () => `user_${randomBytes(4).toString('hex')}`;
const appealText = 'None of this ever happened, and here is why.';
const description = 'Sold us a sleigh that was never built.';

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
  const body = { token: (await invited(world)).token, password: 'dashing through the snow' };
  return String((await world.json({ method: 'POST', path: '/api/admin/accept-invitation', body })).username);
}

/** For every endpoint with input, and some without, by method and path, with the owning service. */
export const validCalls: Record<string, [owner: ServiceName, make: MakeCall]> = {
  'GET /api/scammer-reports': ['reports', () => ({ query: '?limit=5&offset=0&category=nft', status: 200 })],
  'GET /api/scammer-reports/search': ['reports', () => ({ query: '?q=sleigh&category=nft', status: 200 })],
  'POST /api/scammer-reports': [
    'reports',
    (world) => ({ body: { ...world.post(username()), description, scamCategory: 'nft' }, status: 201 }),
  ],
  'POST /api/scammer-reports/:id/remove-by-burn': [
    'reports',
    async (world) => ({
      params: { id: (await world.report()).id },
      body: { txHash: unknownSignature() },
      headers: asynchronous,
      status: 202,
    }),
  ],
  'POST /api/scammer-reports/:id/payment-proof': [
    'reports',
    async (world) => ({
      params: { id: (await world.report()).id },
      body: { txHash: unknownSignature(), wallet: world.holder() },
      status: 200,
    }),
  ],
  'POST /api/own-payments/proof': ['reports', (world) => ({ body: { wallet: world.holder() }, status: 200 })],
  // Without a wallet that signs, the proof is refused.
  'POST /api/own-payments': [
    'reports',
    () => ({ body: { proof: { proofId: randomUUID(), signature: unknownSignature() } }, status: 400 }),
  ],
  'POST /api/verify-burn': [
    'reports',
    async (world) => ({
      body: { txHash: unknownSignature(), reportId: (await world.report()).id },
      headers: asynchronous,
      status: 202,
    }),
  ],
  'GET /api/scammer-reports/:id/burn-request': ['gateway', () => ({ params: { id: 1 }, status: 200 })],
  'POST /api/scammer-reports/:id/burn-request': [
    'reports',
    async (world) => ({
      params: { id: (await world.report()).id },
      body: { account: world.holder() },
      status: 200,
    }),
  ],
  'GET /log/checkpoint': ['reports', () => ({ status: 200 })],
  'GET /log/key': ['reports', () => ({ status: 200 })],
  'GET /log/predecessor': ['reports', () => ({ status: 404 })],
  'GET /log/receipt/:kind/:number': [
    'reports',
    async (world) => {
      await world.tile();
      return { params: { kind: 'report', number: 1 }, status: 200 };
    },
  ],
  // Only a member has a commitment to ask for.
  'GET /log/member/:commitment': ['reports', () => ({ params: { commitment: 'A'.repeat(43) }, status: 404 })],
  'GET /log/record/:index': [
    'reports',
    async (world) => {
      await world.tile();
      return { params: { index: 0 }, status: 200 };
    },
  ],
  'GET /log/records/:bundle': [
    'reports',
    async (world) => {
      await world.tile();
      return { params: { bundle: 0 }, status: 200 };
    },
  ],
  'GET /log/tile/*': ['reports', async (world) => ({ params: { '*': await world.tile() }, status: 200 })],
  'GET /feeds/handles.txt': ['reports', () => ({ query: '?include=all&after=0', status: 200 })],
  'GET /feeds/snapshot.json': ['reports', () => ({ query: '?include=all&after=0', status: 200 })],
  'GET /feeds/cases.csv': ['reports', () => ({ query: '?include=all&after=0', status: 200 })],
  'GET /feeds/stix.json': ['reports', () => ({ query: '?include=all&after=0', status: 200 })],
  'GET /feeds/misp/:include/manifest.json': ['reports', () => ({ params: { include: 'all' }, status: 200 })],
  'GET /feeds/misp/:include/hashes.csv': ['reports', () => ({ params: { include: 'all' }, status: 200 })],
  'GET /feeds/misp/:include/:event': [
    'reports',
    async (world) => {
      await world.report();
      const path = '/feeds/misp/all/manifest.json?new';
      const [event] = Object.keys(await world.json({ method: 'GET', path }));
      return { params: { include: 'all', event: `${event}.json` }, status: 200 };
    },
  ],
  'GET /feeds/cases/:username/atom.xml': [
    'reports',
    async (world) => ({ params: { username: (await world.report()).username }, status: 200 }),
  ],
  'GET /api/cases/:username/loss-message': [
    'reports',
    async (world) => ({
      params: { username: (await world.report()).username },
      query: `?transaction=${unknownSignature()}&wallet=${world.holder()}`,
      status: 200,
    }),
  ],
  'POST /api/losses': [
    'reports',
    async (world) => ({
      body: {
        username: (await world.report()).username,
        description,
        transaction: unknownSignature(),
        wallet: world.holder(),
        signature: unknownSignature(),
      },
      status: 400,
    }),
  ],
  'GET /feeds/atom.xml': ['reports', () => ({ query: '?include=all', status: 200 })],
  'GET /feeds/feed.json': ['reports', () => ({ query: '?include=all', status: 200 })],
  'GET /feeds/diffs.json': [
    'reports',
    async (world) => {
      const { version } = await world.json({ method: 'GET', path: '/feeds/snapshot.json' });
      return { query: `?since=${version}`, status: 200 };
    },
  ],
  'GET /api/burns': ['reports', () => ({ query: '?limit=5', status: 200 })],
  'GET /api/receipts/:signature': [
    'reports',
    async (world) => ({ params: { signature: (await world.removal()).signature }, status: 200 }),
  ],
  'GET /api/verifications/:id': [
    'reports',
    async (world) => ({ params: { id: await world.preview() }, status: 200 }),
  ],
  'GET /api/verifications/:id/events': [
    'reports',
    async (world) => ({ params: { id: await world.preview() }, status: 200 }),
  ],
  'GET /api/nice-reports': ['reports', () => ({ query: '?limit=5', status: 200 })],
  'GET /api/nice-reports/search': ['reports', () => ({ query: '?q=present', status: 200 })],
  'GET /api/traces/:kind/:value': [
    'reports',
    () => ({ params: { kind: 'domain', value: 'free-presents.com' }, status: 200 }),
  ],
  'GET /api/look-up': ['reports', () => ({ query: '?q=sleigh', status: 200 })],
  'GET /api/private-check/:prefix': ['reports', () => ({ params: { prefix: '0f9a' }, status: 200 })],
  'GET /api/cases/:username': [
    'reports',
    async (world) => ({ params: { username: (await world.report()).username }, status: 200 }),
  ],
  'GET /api/cases/:username/statements': [
    'reports',
    async (world) => ({
      params: { username: (await world.report()).username },
      query: '?after=0',
      status: 200,
    }),
  ],
  'POST /api/statements': [
    'reports',
    async (world) => ({ body: { ...world.post((await world.report()).username), description }, status: 201 }),
  ],
  'POST /api/appeals': [
    'reports',
    async (world) => ({
      body: { username: (await world.report()).username, grounds: 'false', text: appealText },
      status: 201,
    }),
  ],
  'GET /api/appeal': ['reports', async (world) => ({ headers: (await world.appeal()).headers, status: 200 })],
  'GET /api/appeal/receipt': [
    'reports',
    async (world) => {
      const { headers } = await world.appeal();
      await world.inLedger({ method: 'GET', path: '/api/appeal/receipt', headers });
      return { headers, status: 200 };
    },
  ],
  'GET /api/own-report': ['reports', async (world) => ({ headers: await world.ownReport(), status: 200 })],
  'POST /api/own-report/withdrawal': [
    'reports',
    async (world) => ({ headers: await world.ownReport(), status: 200 }),
  ],
  'POST /api/appeal/messages': [
    'reports',
    async (world) => ({ body: { text: appealText }, headers: (await world.appeal()).headers, status: 201 }),
  ],
  'POST /api/appeal/proof-code': [
    'reports',
    async (world) => ({ headers: (await world.appeal()).headers, status: 201 }),
  ],
  'POST /api/appeal/proof': [
    'reports',
    async (world) => ({
      body: { postUrl: 'https://x.com/i/status/20' },
      headers: (await world.provableAppeal()).headers,
      status: 200,
    }),
  ],
  'POST /api/appeal/reply': [
    'reports',
    async (world) => ({
      body: { text: appealText, contradicts: true },
      headers: (await world.provenAppeal()).headers,
      status: 200,
    }),
  ],
  'POST /api/appeal/again': [
    'reports',
    async (world) => ({
      body: { text: appealText },
      headers: (await world.decidedAppeal()).headers,
      status: 201,
    }),
  ],
  'POST /api/nice-reports': [
    'reports',
    (world) => ({ body: { ...world.post(username()), description }, status: 201 }),
  ],
  'POST /api/alpha-group/generate-burn-address': ['membership', () => ({ status: 200 })],
  'POST /api/alpha-group/verify-transaction': [
    'membership',
    () => ({ body: { transactionHash: unknownSignature() }, headers: asynchronous, status: 202 }),
  ],
  // A proof is bound to one browser and each caller is a different one: access is granted and the proof refused.
  'POST /api/alpha-group/recover': [
    'membership',
    () => ({ body: { proof: { proofId: randomUUID(), signature: unknownSignature() } }, status: 400 }),
  ],
  'GET /api/alpha-group/wallets/:wallet': [
    'membership',
    (world) => ({ params: { wallet: world.holder() }, status: 200 }),
  ],
  'GET /api/alpha-group/members/:id/record': [
    'membership',
    () => ({ params: { id: `membership_${randomUUID()}` }, status: 404 }),
  ],
  'POST /api/alpha-group/payment-proof': [
    'membership',
    (world) => ({ body: { transactionHash: unknownSignature(), wallet: world.holder() }, status: 200 }),
  ],
  'POST /api/payment-intents/removal/:id': [
    'reports',
    async (world) => ({ params: { id: (await world.report()).id }, status: 200 }),
  ],
  'POST /api/payment-intents/membership': ['membership', () => ({ status: 200 })],
  'GET /api/payment-intents/:id': [
    'reports',
    async (world) => ({ params: { id: await world.intent() }, status: 200 }),
  ],
  'GET /api/payment-intents/:id/events': [
    'reports',
    async (world) => ({ params: { id: await world.intent() }, status: 200 }),
  ],
  'POST /api/payment-intents/:id/check': [
    'reports',
    async (world) => ({
      params: { id: await world.intent() },
      body: { wallet: world.holder() },
      status: 200,
    }),
  ],
  'GET /api/token-config': ['chain-verifier', () => ({ status: 200 })],
  'GET /api/hit-counter': ['analytics', () => ({ status: 200 })],
  'GET /api/site-info': ['gateway', () => ({ status: 200 })],
  'GET /api/avatar/:username': ['gateway', () => ({ params: { username: 'grinch' }, status: 204 })],
  'GET /api/market-data/:token': ['gateway', () => ({ params: { token: 'list' }, status: 200 })],
  'POST /api/visits': [
    'gateway',
    (world) => ({ body: { pageUrl: '/pfp' }, headers: { origin: world.stack.url }, status: 204 }),
  ],
  'GET /api/admin/status': ['gateway', () => ({ status: 200 })],
  'POST /api/admin/login': ['gateway', () => ({ body: ADMIN, status: 200 })],
  'POST /api/admin/logout': ['gateway', () => ({ status: 204 })],
  'POST /api/admin/passkey-login/options': ['gateway', () => ({ status: 200 })],
  'POST /api/admin/passkey-login': [
    'gateway',
    () => ({ body: { response: { id: 'unknown' } }, status: 401 }),
  ],
  'POST /api/admin/accept-invitation': [
    'gateway',
    async (world) => ({
      body: { token: (await invited(world)).token, password: 'dashing through the snow' },
      status: 200,
    }),
  ],
  'GET /api/admin/account': ['gateway', () => ({ status: 200 })],
  'POST /api/admin/account/password': [
    'gateway',
    () => ({ body: { password: ADMIN.password, newPassword: ADMIN.password }, status: 204 }),
  ],
  'POST /api/admin/account/authenticator': [
    'gateway',
    () => ({ body: { password: ADMIN.password }, status: 200 }),
  ],
  'POST /api/admin/account/authenticator/confirm': [
    'gateway',
    () => ({ body: { code: '000000' }, status: 403 }),
  ],
  'POST /api/admin/account/authenticator/remove': [
    'gateway',
    () => ({ body: { password: ADMIN.password }, status: 204 }),
  ],
  'POST /api/admin/account/recovery-codes': [
    'gateway',
    () => ({ body: { password: ADMIN.password }, status: 200 }),
  ],
  'POST /api/admin/account/passkeys/options': [
    'gateway',
    () => ({ body: { password: ADMIN.password }, status: 200 }),
  ],
  'POST /api/admin/account/passkeys': [
    'gateway',
    () => ({ body: { name: 'Key', response: { id: 'unknown' } }, status: 403 }),
  ],
  'POST /api/admin/account/passkeys/:id/remove': [
    'gateway',
    () => ({ params: { id: 'unknown' }, body: { password: ADMIN.password }, status: 404 }),
  ],
  'DELETE /api/admin/account/sessions/:id': ['gateway', () => ({ params: { id: 'others' }, status: 204 })],
  'GET /api/admin/accounts': ['gateway', () => ({ status: 200 })],
  'POST /api/admin/invitations': [
    'gateway',
    () => ({ body: { username: username(), role: 'moderator' }, status: 201 }),
  ],
  'DELETE /api/admin/invitations/:id': [
    'gateway',
    async (world) => ({ params: { id: (await invited(world)).id }, status: 204 }),
  ],
  'DELETE /api/admin/accounts/:username': [
    'gateway',
    async (world) => ({ params: { username: await colleague(world) }, status: 204 }),
  ],
  'GET /api/admin/account-changes': ['gateway', () => ({ query: '?q=santa&limit=2', status: 200 })],
  'GET /api/admin/reports': [
    'reports',
    () => ({ query: '?q=sleigh&state=all&reported=7d&limit=2', status: 200 }),
  ],
  'PATCH /api/admin/reports/:id': [
    'reports',
    async (world) => ({
      params: { id: (await world.report()).id },
      body: { description: 'Sold a sleigh to a whole town.' },
      status: 200,
    }),
  ],
  'DELETE /api/admin/reports/:id': [
    'reports',
    async (world) => ({ params: { id: (await world.report()).id }, status: 204 }),
  ],
  'POST /api/admin/reports/bulk-delete': [
    'reports',
    async (world) => ({ body: { ids: [(await world.report()).id] }, status: 200 }),
  ],
  'POST /api/admin/reports/delete-matching': [
    'reports',
    () => ({ body: { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z', dryRun: true }, status: 200 }),
  ],
  'POST /api/admin/reports/publish': [
    'reports',
    async (world) => ({ body: { ids: [(await world.report()).id] }, status: 200 }),
  ],
  'POST /api/admin/reports/:id/refresh-pfp': [
    'reports',
    async (world) => ({ params: { id: (await world.report()).id }, status: 200 }),
  ],
  'POST /api/admin/nice-reports/publish': ['reports', () => ({ body: { ids: [1] }, status: 200 })],
  'POST /api/admin/nice-reports/mark-read': ['reports', () => ({ body: { ids: [1] }, status: 200 })],
  'GET /api/admin/nice-reports': ['reports', () => ({ query: '?reported=30d&limit=2', status: 200 })],
  'PATCH /api/admin/nice-reports/:id': [
    'reports',
    async (world) => ({
      params: { id: (await world.submitNiceReport()).id },
      body: { description: 'Gave a whole town presents that work.' },
      status: 200,
    }),
  ],
  'DELETE /api/admin/nice-reports/:id': [
    'reports',
    async (world) => ({ params: { id: (await world.submitNiceReport()).id }, status: 204 }),
  ],
  'POST /api/admin/nice-reports/bulk-delete': [
    'reports',
    async (world) => ({ body: { ids: [(await world.submitNiceReport()).id] }, status: 200 }),
  ],
  'GET /api/admin/review': ['reports', () => ({ query: '?kind=appeal', status: 200 })],
  'GET /api/admin/review/cases/:id': [
    'reports',
    async (world) => ({ params: { id: (await world.report()).id }, status: 200 }),
  ],
  'POST /api/admin/review/cases/:id/status': [
    'reports',
    async (world) => ({
      params: { id: (await world.report()).id },
      body: {
        status: 'corroborated',
        rule: 'evidence_alone',
        reason: 'The post says it itself.',
        version: 1,
      },
      status: 200,
    }),
  ],
  'POST /api/admin/review/allowances': ['reports', () => ({ body: { who: 'elf', count: 10 }, status: 200 })],
  'POST /api/admin/review/decisions': [
    'reports',
    async (world) => ({
      body: { kind: 'report', ids: [await world.heldReport()], decision: 'reject' },
      status: 200,
    }),
  ],
  'POST /api/admin/review/statements/:id': [
    'reports',
    async (world) => ({
      params: { id: await world.heldStatement() },
      body: { decision: 'publish', seen: 'held' },
      status: 200,
    }),
  ],
  'POST /api/admin/review/reports/:id': [
    'reports',
    async (world) => ({
      params: { id: await world.heldReport() },
      body: { decision: 'publish' },
      status: 200,
    }),
  ],
  'POST /api/admin/review/appeals/:id/decision': [
    'reports',
    async (world) => ({
      params: { id: (await world.appeal()).id },
      body: {
        decision: 'refused',
        rule: 'appeal_unfounded',
        reason: 'The post says it itself.',
        version: 1,
      },
      status: 200,
    }),
  ],
  'POST /api/admin/review/appeals/:id/messages': [
    'reports',
    async (world) => ({
      params: { id: (await world.appeal()).id },
      body: { text: appealText },
      status: 201,
    }),
  ],
  'POST /api/admin/review/appeals/:id/proof': [
    'reports',
    async (world) => ({
      params: { id: (await world.appeal()).id },
      body: { reason: 'The company register lists both.' },
      status: 200,
    }),
  ],
  'POST /api/admin/review/appeals/:id/proof/rejection': [
    'reports',
    async (world) => {
      const { id, postUrl } = await world.waitingPost();
      return { params: { id }, body: { postUrl, text: appealText }, status: 201 };
    },
  ],
  'POST /api/admin/review/cases/:id/handle': [
    'reports',
    async (world) => ({
      params: { id: (await world.report()).id },
      body: { hasChanged: true, version: 1 },
      status: 200,
    }),
  ],
  'POST /api/admin/review/cases/:id/post': [
    'reports',
    async (world) => ({ params: { id: await world.reportElsewhere() }, status: 200 }),
  ],
  'POST /api/admin/review/statements/:id/post': [
    'reports',
    async (world) => ({ params: { id: await world.heldStatement() }, status: 200 }),
  ],
  'POST /api/admin/review/cases/:id/reply': [
    'reports',
    async (world) => {
      const { reportId, at } = await world.waitingReply();
      return { params: { id: reportId }, body: { decision: 'publish', at }, status: 200 };
    },
  ],
  'GET /api/admin/audit-log': ['reports', () => ({ query: '?action=delete&limit=2', status: 200 })],
  'POST /api/admin/audit-log/undo': [
    'reports',
    () => ({
      body: { who: 'nobody', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', dryRun: true },
      status: 200,
    }),
  ],
  'POST /api/admin/audit-log/:operationId/restore': [
    'reports',
    async (world) => ({ params: { operationId: await world.moderatorsOperation() }, status: 200 }),
  ],
  'GET /api/admin/payments/:purpose': [
    'reports',
    async (world) => ({
      params: { purpose: 'removal' },
      query: `?q=${(await world.removal()).signature}`,
      status: 200,
    }),
  ],
  'POST /api/admin/payments/:id/settle': [
    'reports',
    async (world) => ({
      params: { id: await world.refusedPayment() },
      body: { reason: 'Its payer wrote to us, and proved it.' },
      status: 200,
    }),
  ],
  'GET /api/admin/personal-data': [
    'reports',
    async (world) => ({ query: `?reportId=${(await world.report()).id}`, status: 200 }),
  ],
  'POST /api/admin/personal-data/erase': [
    'reports',
    async (world) => ({ body: { reportId: (await world.report()).id }, status: 200 }),
  ],
  'GET /api/admin/queue-changes': ['gateway', () => ({ query: '?queue=reports&limit=2', status: 200 })],
  'GET /api/admin/analytics/daily': ['analytics', () => ({ query: '?days=7', status: 200 })],
  'GET /api/admin/analytics/weekly': ['analytics', () => ({ query: '?weeks=12', status: 200 })],
  'GET /api/admin/analytics/total': ['analytics', () => ({ status: 200 })],
  'GET /api/admin/analytics/pages': ['analytics', () => ({ query: '?days=30&limit=5', status: 200 })],
  'GET /api/admin/analytics/referrers': ['analytics', () => ({ status: 200 })],
  'GET /api/admin/analytics/devices': ['analytics', () => ({ query: '?days=7', status: 200 })],
  'GET /api/admin/analytics/countries': ['analytics', () => ({ status: 200 })],
  'GET /api/admin/analytics/live': ['analytics', () => ({ status: 200 })],
  'GET /api/admin/waiting': ['gateway', () => ({ status: 200 })],
  'GET /internal/sitemap-pages/:page': ['reports', () => ({ params: { page: 0 }, status: 200 })],
  'POST /internal/looks': ['chain-verifier', (world) => ({ body: world.demand(), status: 200 })],
  'GET /internal/verifications/:id': [
    'chain-verifier',
    async (world) => ({ params: { id: await world.preview() }, status: 200 }),
  ],
  'GET /internal/judged-payments/:id': [
    'chain-verifier',
    async (world) => ({ params: { id: (await world.removal()).verificationId }, status: 200 }),
  ],
  'GET /internal/transactions/:signature': [
    'chain-verifier',
    () => ({ params: { signature: '1'.repeat(64) }, status: 200 }),
  ],
  'POST /internal/payment-requests': [
    'chain-verifier',
    (world) => ({
      body: {
        subject: 'report:1',
        reference: 'LISTBURN001',
        referenceKey: world.holder(),
        until: 2_000_000_000,
      },
      status: 200,
    }),
  ],
  'GET /internal/payment-requests/:referenceKey': [
    'chain-verifier',
    (world) => ({ params: { referenceKey: world.holder() }, status: 200 }),
  ],
  'POST /internal/verifications/:id/release': [
    'chain-verifier',
    async (world) => ({ params: { id: await world.preview() }, status: 204 }),
  ],
  'GET /internal/wallets/:wallet/payments': [
    'chain-verifier',
    (world) => ({ params: { wallet: world.holder() }, status: 200 }),
  ],
  'GET /internal/wallets/:wallet/own-payments': [
    'chain-verifier',
    (world) => ({ params: { wallet: world.holder() }, status: 200 }),
  ],
  'POST /internal/verifications/:id/settle': [
    'chain-verifier',
    async (world) => ({ params: { id: (await world.removal()).verificationId }, status: 200 }),
  ],
  'POST /internal/burn-transactions': [
    'chain-verifier',
    (world) => ({ body: { account: world.holder(), tokens: '1', memo: 'LISTBURN001' }, status: 200 }),
  ],
};

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
