import { addAppealMessage, appealTexts, CASE_CODE_HEADER, getAppeal } from '@naughty-list/contracts/appeals';
import { listBurns } from '@naughty-list/contracts/burns';
import { ApiError } from '@naughty-list/contracts/errors';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { call, postJson, Stage } from './gateway-under-test.ts';

const CODE = 'RIGHT';

/** Codes that the service received, by method and path. */
let received: [string, unknown][];

const stage = closeAfterAll(await Stage.build());
const answer = async ({
  raw,
}: {
  raw: { method: string; url: string; headers: Record<string, unknown> };
}) => {
  const code = raw.headers[CASE_CODE_HEADER];
  received.push([`${raw.method} ${raw.url}`, code]);
  if (raw.url.startsWith('/api/appeal') && code !== CODE)
    throw new ApiError('unknown_case_code', appealTexts.unknownCode);
  return new Answer(200, JSON.parse('{}'));
};
const { url } = await stage.service([
  route(getAppeal, answer),
  route(addAppealMessage, answer),
  route(listBurns, answer),
]);
const settings = { REPORTS_URL: url, TRUST_PROXY: '1' };
beforeEach(() => {
  received = [];
});

const from = (ip: string, code: string) => ({ 'x-forwarded-for': ip, [CASE_CODE_HEADER]: code });
const read = (url: string, ip: string, code: string) => call(url, '/api/appeal', { headers: from(ip, code) });

it('reach the service with the calls of an appeal alone, whose answers are not stored', async () => {
  const { url } = await stage.gateway(settings);
  const appeal = await read(url, '198.51.100.1', CODE);
  expect([appeal.status, appeal.headers['cache-control']]).toEqual([200, 'no-store']);
  await postJson(url, '/api/appeal/messages', { text: 'A letter of mine.' }, from('198.51.100.1', CODE));
  await call(url, '/api/burns', { headers: from('198.51.100.1', CODE) });
  expect(received).toEqual([
    ['GET /api/appeal', CODE],
    ['POST /api/appeal/messages', CODE],
    ['GET /api/burns', undefined],
  ]);
});

it('that are wrong lock no right one out from the same address', async () => {
  const { url } = await stage.gateway(settings);
  const guesses = Array.from({ length: 100 }, () => read(url, '198.51.100.2', 'WRONG'));
  for (const { status } of await Promise.all(guesses)) expect(status).toBe(404);
  expect((await read(url, '198.51.100.2', CODE)).status).toBe(200);
});
