import { socialLinks } from '@naughty-list/contracts/social-links';
import { fundedWallet } from '@naughty-list/local-chain/test/chain-under-test';
import { createMint, transferFee } from '@naughty-list/local-chain/test/create-mint';
import { TOKEN_2022_PROGRAM_ID } from '@naughty-list/local-chain/token-instructions';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { Connection } from '@solana/web3.js';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { chainVerifier } from '../src/service.ts';
import { signed, startTestChain, startVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const database = await createTestDatabase(chainVerifier);
afterAll(() => database.drop());

const path = '/api/token-config';

/** A start with these settings, until the test is over. */
async function startApp(settings: Record<string, string> = {}) {
  const verifier = await startVerifier({ databaseUrl: database.url, chain, workers: false, settings });
  const app = await chainVerifier.buildApp(verifier.context);
  onTestFinished(() => verifier.close());
  onTestFinished(() => app.close());
  return { app, read: () => app.inject({ url: path, headers: signed('GET', path, 'gateway') }) };
}

it('says what the page needs to know; the decimals come from the chain and outlive its outage', async () => {
  await chain.control.addFault({ method: '*', kind: 'http', status: 500 });
  const { app, read } = await startApp();
  const early = await read();
  expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '5']);
  expect((await app.inject('/health/ready')).statusCode).toBe(200);

  await chain.control.reset();
  // The start's own reading may still be failing.
  await expect.poll(async () => (await read()).statusCode, { timeout: 10_000 }).toBe(200);
  expect((await read()).json()).toEqual({
    contractAddress: chain.mint,
    decimals: 6,
    burnWalletAddress: chain.burnWallet,
    removalCostTokens: '1000000',
    membershipFeeTokens: '750000',
    cluster: 'localnet',
    rpcUrl: chain.url,
    // As at the last check, which the outage may have ended.
    isChainReachable: expect.any(Boolean),
    embedPosts: true,
    showAvatars: true,
    links: socialLinks,
  });

  await chain.control.addFault({ method: '*', kind: 'http', status: 500 });
  expect((await read()).json()).toMatchObject({ decimals: 6 });
  await chain.control.reset();
});

it('says what a Token-2022 mint withholds of a transfer, and waits for no provider that hangs', async () => {
  const connection = new Connection(chain.url, 'confirmed');
  const payer = await fundedWallet(connection);
  const fee = transferFee({ basisPoints: 100, maximum: 5_000n });
  const { mint, signature } = await createMint(connection, payer, TOKEN_2022_PROGRAM_ID, 6, fee);
  await chain.untilFinal(signature);
  const { read } = await startApp({ LIST_MINT_ADDRESS: mint.toBase58() });
  // Pages and the services that ask give up after five seconds.
  await chain.control.addFault({ method: 'getEpochInfo', kind: 'hang' });
  const before = performance.now();
  expect((await read()).json()).not.toHaveProperty('transferFee');
  expect(performance.now() - before).toBeLessThan(4_500);
  await chain.control.reset();
  const asked = async () => (await read()).json().transferFee;
  await expect.poll(asked).toEqual({ basisPoints: 100, maximum: '5000' });
});

const VIDEO_PLAYER = 'film_one, film_two,film-three,film_four1';

it('states which third parties pages may embed', async () => {
  const { read } = await startApp({ X_WIDGETS: 'on', VIDEO_PLAYER });
  expect((await read()).json()).toMatchObject({
    embedPosts: true,
    showAvatars: true,
    explainerVideoIds: ['film_one', 'film_two', 'film-three', 'film_four1'],
  });
});

it.each([
  { THIRD_PARTIES: 'off', X_WIDGETS: 'on', VIDEO_PLAYER },
  { X_WIDGETS: 'off', AVATAR_URL: 'off' },
])('states that pages may embed none with %o', async (settings) => {
  const config = (await (await startApp(settings)).read()).json();
  expect(config).toMatchObject({ embedPosts: false, showAvatars: false });
  expect(config).not.toHaveProperty('explainerVideoIds');
});
