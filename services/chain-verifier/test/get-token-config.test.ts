import { socialLinks } from '@naughty-list/contracts/social-links';
import { signCall } from '@naughty-list/service-kit/http/service-auth';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { afterAll, expect, it } from 'vitest';
import { chainVerifier } from '../src/service.ts';
import { INTERNAL_SECRET, startTestChain, startVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const database = await createTestDatabase(chainVerifier);
afterAll(() => database.drop());

const path = '/api/token-config';
const headers = () => ({
  'x-service-auth': signCall({
    secret: INTERNAL_SECRET,
    service: 'gateway',
    method: 'GET',
    path,
    now: new Date(),
  }),
});

it('says what the page needs to know; the decimals come from the chain and outlive its outage', async () => {
  const verifier = await startVerifier({
    databaseUrl: database.url,
    chain,
    workers: false,
  });
  const app = await chainVerifier.buildApp(verifier.context);
  await chain.control.addFault({ method: '*', kind: 'http', status: 500 });
  const early = await app.inject({ url: path, headers: headers() });
  expect(early.statusCode).toBe(503);
  expect(early.headers['retry-after']).toBe('5');
  expect((await app.inject('/health/ready')).statusCode).toBe(200);

  await chain.control.reset();
  const answer = await app.inject({ url: path, headers: headers() });
  expect(answer.json()).toEqual({
    contractAddress: chain.mint,
    decimals: 6,
    burnWalletAddress: chain.burnWallet,
    removalCostTokens: '1000000',
    membershipFeeTokens: '750000',
    cluster: 'localnet',
    rpcUrl: chain.url,
    embedPosts: true,
    showAvatars: true,
    links: socialLinks,
  });

  await chain.control.addFault({ method: '*', kind: 'http', status: 500 });
  expect((await app.inject({ url: path, headers: headers() })).json()).toMatchObject({ decimals: 6 });
  await chain.control.reset();
  await app.close();
  await verifier.close();
});

it('states which third parties pages may embed', async () => {
  const verifier = await startVerifier({
    databaseUrl: database.url,
    chain,
    workers: false,
    settings: { X_WIDGETS: 'on', VIDEO_PLAYER: 'film_one, film_two,film-three,film_four1' },
  });
  const app = await chainVerifier.buildApp(verifier.context);
  expect((await app.inject({ url: path, headers: headers() })).json()).toMatchObject({
    embedPosts: true,
    showAvatars: true,
    explainerVideoIds: ['film_one', 'film_two', 'film-three', 'film_four1'],
  });
  await app.close();
  await verifier.close();
});

it.each([
  [{ THIRD_PARTIES: 'off', X_WIDGETS: 'on', VIDEO_PLAYER: 'film_one, film_two,film-three,film_four1' }],
  [{ X_WIDGETS: 'off', AVATAR_URL: 'off' }],
])('states that pages may embed none with %o', async (settings) => {
  const verifier = await startVerifier({ databaseUrl: database.url, chain, workers: false, settings });
  const app = await chainVerifier.buildApp(verifier.context);
  const config = (await app.inject({ url: path, headers: headers() })).json();
  expect(config).toMatchObject({ embedPosts: false, showAvatars: false });
  expect(config).not.toHaveProperty('explainerVideoIds');
  await app.close();
  await verifier.close();
});

it('refuses unsigned calls', async () => {
  const verifier = await startVerifier({ databaseUrl: database.url, chain, workers: false });
  const app = await chainVerifier.buildApp(verifier.context);
  expect((await app.inject(path)).statusCode).toBe(401);
  await app.close();
  await verifier.close();
});
