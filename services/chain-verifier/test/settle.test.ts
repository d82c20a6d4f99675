import { randomUUID } from 'node:crypto';
import { Address } from '@naughty-list/contracts/primitives';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { findJudgedPayment } from '../src/receipts/judged-payment.ts';
import { acceptedAfter } from '../src/reconciliation/repository.ts';
import { release } from '../src/verifications/judging-repository.ts';
import { findOfWallet } from '../src/verifications/payments-of-wallet.ts';
import { settle } from '../src/verifications/settle.ts';
import { burn, list } from './transactions.ts';
import { removalDemand, startTestChain, startVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const { context, claim, decided, pending } = closeAfterAll(await startVerifier({ chain }));
const { db, verifier } = context;
const payer = chain.richHolder.publicKey.toBase58();

const refused = async (memo: string, reportId: number) => {
  const signature = await burn(chain, memo);
  const id = await claim(signature, removalDemand(reportId));
  expect(await decided(id)).toMatchObject({ outcome: 'rejected', code: 'memo_mismatch' });
  return { id, signature };
};

it('a refused payment is used by an admin’s word, with what the chain says that it paid', async () => {
  const { id, signature } = await refused('LISTBURN902', 901);
  const paid = { amount: String(list(1_000_000n)), sent: '0', decimals: 6, payer };
  expect(await settle(verifier, id)).toMatchObject(paid);
  expect(await settle(verifier, id)).toMatchObject(paid);
  // Its own memo makes it pay for nothing else any more.
  expect(await decided(await claim(signature, removalDemand(902)))).toMatchObject({ code: 'already_used' });
  expect(await findOfWallet(db, payer)).toContain(id);
  // The rules did not accept it: neither does it have their receipt, nor are they compared with the chain.
  expect(await findJudgedPayment(db, { id, unbound: 'accept' })).toBeUndefined();
  const accepted = await acceptedAfter(db, { cluster: 'localnet', afterId: '', limit: 100 });
  expect(accepted.map((one) => one.id)).not.toContain(id);
});

it('a transaction that has paid is used for nothing else, by no admin’s word; released, it is', async () => {
  const { id, signature } = await refused('LISTBURN904', 903);
  const other = await claim(signature, removalDemand(904));
  expect(await decided(other)).toMatchObject({ outcome: 'accepted' });
  expect(await settle(verifier, id)).toBe('used');
  await release(db, other);
  const twice = await Promise.all([settle(verifier, id), settle(verifier, id)]);
  for (const one of twice) expect(one).toMatchObject({ payer });
});

it('an unused payment for what another has paid is not called used', async () => {
  const { id, signature } = await refused('LISTBURN909', 908);
  await decided(await claim(await burn(chain, 'LISTBURN908'), removalDemand(908)));
  expect(await settle(verifier, id)).toBe('paid');
  expect(await decided(await claim(signature, removalDemand(909)))).toMatchObject({ outcome: 'accepted' });
});

it('what failed, is unknown, or only a preview is no payment', async () => {
  expect(await settle(verifier, `removal_${randomUUID()}`)).toBe('unknown');
  const look = await claim(await burn(chain, 'LISTBURN906'), removalDemand(905), `look_${randomUUID()}`);
  await decided(look);
  expect(await settle(verifier, look)).toBe('unknown');
  const nowhere = await claim('5'.repeat(87), removalDemand(907));
  await pending(nowhere, 'not_found_yet');
  expect(await settle(verifier, nowhere)).toBe('unseen');
  const stranger = Address.parse(Keypair.generate().publicKey.toBase58());
  expect(await findOfWallet(db, stranger)).toEqual([]);
});
