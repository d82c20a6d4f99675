import { burnList, sendAll } from '@naughty-list/local-chain/actions';
import { createFundedHolder, transferList } from '@naughty-list/local-chain/test/holders';
import { associatedTokenAddress, burnChecked, memo } from '@naughty-list/local-chain/token-instructions';
import { Keypair, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stack } from '../src/stack.ts';
import { lastingStack, noLimits } from './lasting-stack.ts';
import { chainOf, FEE, membersBy, signText, Visitor } from './membership-flow.ts';
import {
  effectsOf,
  listedIds,
  ONCE,
  post,
  REMOVAL_COST,
  type Submitted,
  submitReport,
} from './removal-flow.ts';

// An attacker sees every transaction as soon as its payer does, and uses the same API.

let stack: Stack;
const { start, end } = lastingStack();
const thief = Keypair.generate();

beforeAll(async () => {
  stack = await start({ env: { ...noLimits } });
});
afterAll(end);

type Proof = { proofId: string; signature: string };
type Answer = { status: number; body: Record<string, unknown> };

const addressOf = ({ publicKey }: Keypair) => publicKey.toBase58();

function newHolder(amount = REMOVAL_COST): Promise<Keypair> {
  const { payer: richHolder, mint } = chainOf(stack);
  return createFundedHolder({ rpcUrl: stack.rpcUrl, richHolder, mint, amount });
}

const burnOf = (payer: Keypair, text?: string, amount = REMOVAL_COST) =>
  burnList({
    rpcUrl: stack.rpcUrl,
    payer,
    mint: chainOf(stack).mint,
    amount,
    ...(text !== undefined && { memo: text }),
  });

/** Polls a pending claim until it is decided, like the page. */
async function claim({ id }: Submitted, txHash: string, proof?: Proof): Promise<Answer> {
  for (;;) {
    const answer = await post(stack, `/api/scammer-reports/${id}/remove-by-burn`, { txHash, proof });
    if (answer.status !== 202) return answer;
  }
}

async function issue({ id }: Submitted, txHash: string, wallet: string) {
  const { body } = await post(stack, `/api/scammer-reports/${id}/payment-proof`, { txHash, wallet });
  return body as { proofId: string; message: string };
}

async function prove(report: Submitted, txHash: string, signer: Keypair): Promise<Proof> {
  const { proofId, message } = await issue(report, txHash, addressOf(signer));
  return { proofId, signature: signText(signer, message) };
}

const refused = (reason: string, payers: string[]) => ({ status: 422, body: { reason, payers } });
const INVALID = { status: 400, body: { code: 'proof_invalid' } };

describe('a payment that names nothing', () => {
  it.each([
    ['a burn without a memo', undefined],
    ['a community burn', 'Monthly community burn #7'],
    ['a burn whose memo is nearly a reference', 'LISTBURN #1'],
  ])('%s removes nothing for 20 thieves at once, and its payer’s report meanwhile', async (_case, text) => {
    const payer = await newHolder();
    const [wanted, ...others] = await Promise.all(Array.from({ length: 5 }, () => submitReport(stack)));
    if (!wanted) throw new Error('five were reported');
    const signature = await burnOf(payer, text);
    const steals = Array.from({ length: 20 }, async (_, index) => {
      const report = others[index % others.length] as Submitted;
      return claim(report, signature, index % 2 ? await prove(report, signature, thief) : undefined);
    });
    const own = prove(wanted, signature, payer).then((proof) => claim(wanted, signature, proof));
    expect(await own).toMatchObject({ status: 200, body: { success: true } });
    // 400: the thief's proof was used by the same claim before.
    for (const { status } of await Promise.all(steals)) expect([400, 409, 422]).toContain(status);
    expect(await effectsOf(stack, signature)).toEqual(ONCE);
    const listed = await listedIds(stack);
    expect(others.every(({ id }) => listed.includes(id))).toBe(true);
    expect(listed).not.toContain(wanted.id);
  });

  it('is not that of who sponsors the fee, nor of who signs beside the payer', async () => {
    const payer = await newHolder();
    const sponsor = await newHolder(1n);
    const report = await submitReport(stack);
    const mint = new PublicKey(chainOf(stack).mint);
    const account = associatedTokenAddress(mint, payer.publicKey);
    const burn = burnChecked({ mint, account, owner: payer.publicKey, decimals: 6 }, REMOVAL_COST);
    const note = memo('gm', [sponsor.publicKey]);
    const signature = await sendAll(stack.rpcUrl, [burn, note], [sponsor, payer]);
    const asSponsor = await claim(report, signature, await prove(report, signature, sponsor));
    expect(asSponsor).toMatchObject(refused('proof_mismatch', [addressOf(payer)]));
    const asPayer = await claim(report, signature, await prove(report, signature, payer));
    expect(asPayer).toMatchObject({ status: 200 });
  });

  it('counts once, where its payer signs for a removal and a membership at the same moment', async () => {
    const payer = await newHolder();
    const [report, visitor] = [await submitReport(stack), new Visitor(stack)];
    await visitor.terms();
    const signature = await burnOf(payer);
    const [removal, membership] = await Promise.all([
      prove(report, signature, payer).then((proof) => claim(report, signature, proof)),
      visitor.settled(signature, payer),
    ]);
    expect([removal.status === 200, membership.body.success].filter(Boolean)).toHaveLength(1);
    expect(removal.status === 200 ? membership.body.reason : removal.body.code).toMatch(/already_used$/);
    const members = await membersBy(stack, signature);
    expect(members).toHaveLength(removal.status === 200 ? 0 : 1);
  });
});

describe('a proof', () => {
  it('for a removal proves nothing to the membership, and the other way round', async () => {
    const payer = await newHolder();
    const [report, visitor] = [await submitReport(stack), new Visitor(stack)];
    await visitor.terms();
    const signature = await burnOf(payer);
    const ofReport = await prove(report, signature, payer);
    const ofVisitor = await visitor.prove(payer, signature);
    const ofWallet = await visitor.prove(payer);
    expect(await visitor.verify(signature, ofReport)).toMatchObject(INVALID);
    for (const proof of [ofVisitor, ofWallet])
      expect(await claim(report, signature, proof)).toMatchObject(INVALID);
    expect(await claim(report, signature, ofReport)).toMatchObject({ status: 200 });
  });

  it('is not replaced by an envelope of something else, for others, or of another kind', async () => {
    const payer = await newHolder();
    const report = await submitReport(stack);
    const signature = await burnOf(payer);
    const { proofId, message } = await issue(report, signature, addressOf(payer));
    const envelope = (
      head: number[],
      { domain = 'solana offchain', application = Buffer.alloc(32), signers = [payer], text = message } = {},
    ) => {
      const [version = 0, format = 0] = head;
      const keys = signers.map(({ publicKey }) => publicKey.toBuffer());
      const length = Buffer.from([text.length & 0xff, text.length >> 8]);
      const parts = [application, Buffer.from([format, keys.length]), ...keys, length, Buffer.from(text)];
      return Buffer.concat([Buffer.from([0xff]), Buffer.from(domain), Buffer.from([version]), ...parts]);
    };
    // Format 1, text with line breaks, is the right one.
    const forged = [
      envelope([0, 1], { domain: 'solana onchain!' }),
      envelope([0, 1], { application: Buffer.alloc(32, 7) }),
      envelope([0, 1], { signers: [payer, thief] }),
      envelope([0, 1], { signers: [thief] }),
      envelope([0, 1], { text: message.replace('remove report', 'remove  report') }),
      envelope([0, 0]),
      envelope([0, 2]),
      envelope([2, 1]),
      message.replace('a', 'а'),
      `${message}\n`,
    ];
    for (const bytes of forged) {
      const answer = await claim(report, signature, { proofId, signature: signText(payer, bytes) });
      expect(answer).toMatchObject(INVALID);
    }
    // A nonce of small order and a scalar beyond the group order must not verify.
    const weak = [
      Buffer.alloc(64),
      Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]),
      Buffer.alloc(64, 0xff),
    ];
    for (const bytes of weak)
      expect(await claim(report, signature, { proofId, signature: bytes.toString('base64') })).toMatchObject(
        INVALID,
      );
    const genuine = signText(payer, envelope([0, 1]));
    expect(await claim(report, signature, { proofId, signature: genuine })).toMatchObject({ status: 200 });
  });
});

it('a plain transfer gives its payer the chat, and a thief who follows it nothing', async () => {
  const [payer, visitor, stranger] = [await newHolder(FEE), new Visitor(stack), new Visitor(stack)];
  await Promise.all([visitor.terms(), stranger.terms()]);
  const { mint, burnWallet: to } = chainOf(stack);
  const signature = await transferList({ rpcUrl: stack.rpcUrl, payer, mint, to, amount: FEE });
  const wanted = { success: false, reason: 'proof_required', payers: [addressOf(payer)] };
  expect((await stranger.settled(signature)).body).toMatchObject(wanted);
  expect((await visitor.settled(signature, payer)).body).toMatchObject({ success: true });
  expect((await stranger.settled(signature, thief)).body).toMatchObject({ success: false });
  expect(await stranger.recover(thief)).toMatchObject({ body: { success: false, reason: 'not_a_member' } });
  expect((await stranger.terms()).telegramLink).toBeUndefined();
});
