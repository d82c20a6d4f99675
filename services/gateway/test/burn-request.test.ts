import { ApiError } from '@naughty-list/contracts/errors';
import { burnRequest } from '@naughty-list/contracts/removal';
import { submitReport } from '@naughty-list/contracts/reports';
import { route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { call, postJson, Stage } from './gateway-under-test.ts';

const foreign = { origin: 'https://wallet.example', 'sec-fetch-site': 'cross-site' };
const path = '/api/scammer-reports/7/burn-request';

const stage = closeAfterAll(await Stage.build());
const { url } = await stage.service([
  route(burnRequest, async ({ params, body }) => {
    if (params.id !== 7) throw new ApiError('not_found', 'This report does not exist.');
    return { transaction: 'AAAA', message: `for ${body.account}` };
  }),
  route(submitReport, async () => JSON.parse('{"id":1}')),
]);
const gateway = await stage.gateway({ REPORTS_URL: url, PUBLIC_ORIGIN: 'https://naughty.example' });

it('returns name and icon to a wallet', async () => {
  const { status, headers, json } = await call(gateway.url, path, { headers: foreign });
  expect({ status, json }).toEqual({
    status: 200,
    json: { label: 'The Naughty List', icon: 'https://naughty.example/art/icon-512.png' },
  });
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
});

it('lets a wallet of any origin fetch the transaction, and read why there is none', async () => {
  const { status, headers, json } = await postJson(gateway.url, path, { account: 'me' }, foreign);
  expect({ status, json }).toEqual({ status: 200, json: { transaction: 'AAAA', message: 'for me' } });
  expect(headers['access-control-allow-origin']).toBe('*');
  const unknown = await postJson(gateway.url, path.replace('7', '8'), { account: 'me' }, foreign);
  expect(unknown).toMatchObject({ status: 404, json: { message: 'This report does not exist.' } });
  expect(unknown.headers['access-control-allow-origin']).toBe('*');
});

it('answers what a browser asks before it sends JSON', async () => {
  const asked = { ...foreign, 'access-control-request-method': 'POST' };
  const { status, headers, text } = await call(gateway.url, path, { method: 'OPTIONS', headers: asked });
  expect({ status, text }).toEqual({ status: 204, text: '' });
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': expect.stringContaining('content-type'),
  });
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
});

it('stays closed to other origins everywhere else', async () => {
  const { status, headers } = await postJson(gateway.url, '/api/scammer-reports', {}, foreign);
  expect(status).toBe(403);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});
