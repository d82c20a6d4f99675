import { createPrivateKey, randomUUID, sign as signBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Address } from '@naughty-list/contracts/primitives';
import { receiptTexts } from '@naughty-list/contracts/receipt-texts';
import { Receipt } from '@naughty-list/contracts/receipts';
import { signCheckpoint } from '@naughty-list/ledger/checkpoint';
import { leafHash } from '@naughty-list/ledger/hashes';
import { createSigner, makePrivateKey, verifierKey } from '@naughty-list/ledger/note';
import { sealValue } from '@naughty-list/ledger/seal';
import { proveInclusion, type ReadRow, rootAt } from '@naughty-list/ledger/tree';
import { writeAllMacs } from '@naughty-list/payment-flow/proofs';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import bs58 from 'bs58';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findJudgedPayment } from '../src/receipts/judged-payment.ts';
import { runCommand } from '../src/receipts/run-command.ts';
import { burn } from './transactions.ts';
import { removalDemand, startTestChain, startVerifier } from './verifier-under-test.ts';

const signer = createSigner('list.example/log', makePrivateKey());
const key = verifierKey(signer);

const chain = closeAfterAll(await startTestChain());
const verifier = closeAfterAll(await startVerifier({ chain }));
const folder = mkdtempSync(join(tmpdir(), 'naughty-list-bundles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rest = { version: 2 as const, purpose: 'removal' as const, intent: null, proof: null, key };
let claim: string;
/** The receipt of a real burn, as the reports service assembles it. */
let receipt: Receipt;
beforeAll(async () => {
  const signature = await burn(chain, 'LISTBURN007');
  claim = await verifier.claim(signature, removalDemand(7));
  await verifier.decided(claim);
  receipt = seal({ ...(await judged()), ...rest, report: 7, ...(await inLedger(7, signature)) });
});

function findJudged(id: string) {
  const { config, db } = verifier.context;
  return findJudgedPayment(db, { id, unbound: config.UNBOUND_PAYMENTS });
}

async function judged(id = claim) {
  const found = await findJudged(id);
  if (!found) throw new Error('no judged payment');
  return found;
}

const seal = ({ seal: _, ...rest }: Omit<Receipt, 'seal'> & { seal?: string }): Receipt =>
  Receipt.parse({ ...rest, seal: sealValue('receipt', rest, signer) });

/** The third of five leaves. */
async function inLedger(
  report: number,
  burnSignature: string,
): Promise<Pick<Receipt, 'ledger' | 'ledgerState'>> {
  const entry = JSON.stringify({ burn: burnSignature, case: report, type: 'report-removed' });
  const leaves = ['a', 'b', entry, 'c', 'd'].map((text) => leafHash(Buffer.from(text)));
  const read: ReadRow = async (row, from, to) => (row === 0 ? leaves.slice(from, to) : []);
  const hashes = (await proveInclusion(read, 2, 5)).map((hash) => hash.toString('base64'));
  const checkpoint = signCheckpoint({ size: 5, root: await rootAt(read, 5) }, signer);
  return { ledger: { index: 2, entry, hashes, checkpoint }, ledgerState: 'included' };
}

/** The first half of a Solana secret key is the Ed25519 seed. */
const privateKey = (secretKey: Uint8Array) =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secretKey.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  });

const check = (bundle: unknown, ...args: string[]) => checkText(JSON.stringify(bundle, null, 2), ...args);

async function checkText(text: string, ...args: string[]): Promise<{ code: number; out: string }> {
  const file = join(folder, 'receipt.json');
  writeFileSync(file, text);
  const { exitCode, lines, errors } = await runCommand(['--bundle', file, ...args]);
  return { code: exitCode, out: [...lines, ...errors].join('\n') };
}

it('checks a receipt without the site, and against the chain', async () => {
  const { code, out } = await check(receipt, '--key', key);
  expect(out).toContain(`transaction  ${receipt.signature}`);
  expect(out).toContain('passed       reference: memo LISTBURN007');
  expect(out).toContain('signatures checked');
  expect(out).toContain('receipt      good');
  expect(code).toBe(0);
  const online = await check(receipt, '--key', key, '--rpc', chain.url);
  expect([online.code, online.out]).toEqual([0, expect.stringContaining('receipt      good')]);
});

type Path = (string | number)[];

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([field, inner]) => leavesOf(inner, [...path, field]));
}

function changed(bundle: unknown, [field, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (field === undefined) return change(bundle);
  const copy = Array.isArray(bundle) ? [...bundle] : { ...(bundle as object) };
  Reflect.set(copy, field, changed(Reflect.get(copy, field), rest, change));
  return copy;
}

/** Another value of the same type; a text with one bit flipped. */
const flip = (place: 'first' | 'last') => (value: unknown) => {
  if (typeof value === 'string') {
    const at = place === 'first' ? 0 : Math.max(0, value.length - 1);
    return value.slice(0, at) + String.fromCharCode((value.charCodeAt(at) || 0) ^ 1) + value.slice(at + 1);
  }
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : 0;
};

it('finds every changed value, wherever it is', async () => {
  const paths = leavesOf(receipt);
  expect(paths.length).toBeGreaterThan(100);
  for (const path of paths)
    for (const place of ['first', 'last'] as const)
      expect((await check(changed(receipt, path, flip(place)), '--key', key)).code, path.join('.')).not.toBe(
        0,
      );
});

it.each([
  ['a field twice', '"report":7', '"report":8,"report":7'],
  ['a field twice within', '"slot":', '"slot":1,"slot":'],
  ['a number too large in place of null', '"error":null', '"error":1e999'],
  ['a field that no object has', '"transaction":{', '"transaction":{"__proto__":{"slot":1},'],
])('finds %s', async (_what, was, is) => {
  const text = JSON.stringify(
    was.includes('transaction') ? receipt : seal({ ...receipt, transaction: null }),
  );
  expect(text).toContain(was);
  expect((await checkText(text, '--key', key)).code).toBe(0);
  expect((await checkText(text.replace(was, is), '--key', key)).code).not.toBe(0);
});

it('takes a receipt as other programs write it', async () => {
  const text = JSON.stringify(receipt, null, '\t')
    .replaceAll('\n', '\r\n')
    .replace('LISTBURN', '\\u004cISTBURN');
  expect((await checkText(text, '--key', key)).code).toBe(0);
});

it('finds what the site itself sealed falsely', async () => {
  const [first] = receipt.verdict.rules;
  const other = { ...receipt.transaction, slot: receipt.verdict.slot + 1 };
  for (const [lie, problem] of [
    [{ report: 8 }, 'the signed ledger does not have this removal'],
    [{ report: 8, ...(await inLedger(8, receipt.signature)) }, 'its demand is for something else'],
    [{ ledger: receipt.ledger && { ...receipt.ledger, entry: 'no JSON' } }, 'the signed ledger does not'],
    [{ ledger: null }, 'its proof is missing'],
    [{ purpose: 'membership' }, 'its demand is for something else'],
    [{ ledger: null, ledgerState: 'private' }, 'its demand is for something else'],
    [
      { purpose: 'membership', report: null, ledger: null, ledgerState: 'private' },
      'its demand is for something else',
    ],
    [{ transaction: other }, "its evidence is not its transaction's"],
    [{ verdict: { ...receipt.verdict, amount: '1' } }, 'judged again'],
    [{ verdict: { ...receipt.verdict, burned: '0', credited: receipt.verdict.burned } }, 'judged again'],
    [{ verdict: { ...receipt.verdict, payer: chain.burnWallet } }, 'judged again'],
    [{ verdict: { ...receipt.verdict, boundBy: 'wallet' } }, 'judged again'],
    [{ proof: { message: receipt.signature, signature: '1'.repeat(64) } }, 'its proof is not what'],
    [{ verdict: { ...receipt.verdict, rules: first === undefined ? [] : [first] } }, 'judged again'],
    [{ demand: { ...receipt.demand, prices: [{ since: 0, minimum: '2000000000000' }] } }, 'judged again'],
    [{ demand: { ...receipt.demand, reference: 'LISTBURN008' } }, 'judged again'],
    [{ demand: { ...receipt.demand, reference: '' } }, 'it cannot be judged again: '],
    [{ evidence: { ...receipt.evidence, burns: [] }, transaction: null }, 'judged again'],
  ] satisfies [Partial<Receipt>, string][]) {
    const { code, out } = await check(seal({ ...receipt, ...lie }), '--key', key);
    expect([code, out]).toEqual([1, expect.stringContaining(problem)]);
  }
});

it('has what the paying wallet signed, and finds another wallet, another message and another transaction', async () => {
  const { richHolder } = chain;
  const wallet = Address.parse(richHolder.publicKey.toBase58());
  const signature = await burn(chain, 'no reference');
  const proven = await verifier.claim(signature, removalDemand(8, { provenWallet: wallet }));
  await verifier.decided(proven);
  const sign = (message: string, by = richHolder) => ({
    message,
    signature: bs58.encode(signBytes(null, Buffer.from(message), privateKey(by.secretKey))),
  });
  const payment = { ...(await judged(proven)), ...rest, report: 8, ...(await inLedger(8, signature)) };
  expect(payment.verdict).toMatchObject({ boundBy: 'wallet', payer: wallet, feePayer: wallet });
  const proof = sign(`I paid in the transaction ${signature}`);
  const good = await check(seal({ ...payment, proof }), '--key', key);
  expect([good.code, good.out]).toEqual([0, expect.stringContaining(`signed       ${proof.message}`)]);
  for (const lie of [
    sign(proof.message, chain.mintAuthority),
    { ...proof, message: `${proof.message} ` },
    sign(`I paid in the transaction ${receipt.signature}`),
  ]) {
    const { code, out } = await check(seal({ ...payment, proof: lie }), '--key', key);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('its proof is not what the paying wallet signed'),
    ]);
  }
});

it('of a membership has what its payer signed and its intent, and no place in the ledger', async () => {
  const wallet = Address.parse(chain.richHolder.publicKey.toBase58());
  const signature = await burn(chain, 'no reference of a member');
  const message = `I paid in the transaction ${signature}`;
  const proof = {
    message,
    signature: bs58.encode(signBytes(null, Buffer.from(message), privateKey(chain.richHolder.secretKey))),
  };
  const intent = 'membership_00000000-0000-4000-8000-000000000001';
  const demand = { ...removalDemand(0), subject: 'membership:LISTCLUB-key', reference: 'LISTCLUB-key' };
  const id = `membership_${randomUUID()}`;
  await verifier.claim(signature, { ...demand, provenWallet: wallet, proof, intent }, id);
  expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted' });
  const payment = await judged(id);
  expect(payment).toMatchObject({ intent, proof, verdict: { boundBy: 'wallet', payer: wallet } });
  const member = seal({
    ...{ version: 2, purpose: 'membership', ...payment },
    ...{ report: null, ledger: null, ledgerState: 'private', key },
  });
  const { code, out } = await check(member, '--key', key);
  expect([code, out]).toEqual([0, expect.stringContaining('ledger       none: memberships are private')]);
  expect(out).toContain(`signed       ${message}`);
  const other = await check(seal({ ...member, proof: { ...proof, message: 'x' } }), '--key', key);
  expect([other.code, other.out]).toEqual([1, expect.stringContaining('its proof is not what')]);
});

it('names no reason but its own for the missing entry: a part of the price, or an older removal', async () => {
  const fixed = { mint: Address.parse(chain.mint), burnWallet: Address.parse(chain.burnWallet), until: 4e9 };
  const id = await verifier.claim(await burn(chain, 'LISTBURN008', 1n), removalDemand(8, { fixed }));
  await verifier.decided(id);
  const removal = { ...rest, ledger: null, ledgerState: 'older' as const };
  const part = await check(seal({ ...(await judged(id)), ...removal, report: 8 }), '--key', key);
  expect([part.code, part.out]).toEqual([0, expect.stringContaining(receiptTexts.part)]);
  const whole = await check(seal({ ...(await judged()), ...removal, report: 7 }), '--key', key);
  expect([whole.code, whole.out]).toEqual([0, expect.stringContaining(receiptTexts.older)]);
});

it.each(['9c378a2c-memo', '9c378a2c-proven'])(
  'keeps good the receipt of an earlier release: %s',
  async (name) => {
    const text = readFileSync(join(import.meta.dirname, `receipts/${name}.json`), 'utf8');
    const kept = JSON.parse(text);
    expect(kept.demand.ruleSet).toBeUndefined();
    const { code, out } = await checkText(text, '--key', kept.key);
    expect([code, out]).toEqual([0, expect.stringContaining('rule set 1')]);
    expect(out).toContain('receipt      good');
    const [first, ...others] = kept.verdict.rules;
    const { seal: _, ...prose } = { ...kept, key, ledger: null, ledgerState: 'older' };
    const again = (verdict: object) => {
      const changed = { ...prose, verdict: { ...kept.verdict, ...verdict } };
      return checkText(
        JSON.stringify({ ...changed, seal: sealValue('receipt', changed, signer) }),
        '--key',
        key,
      );
    };
    // Its prose is not compared, but its codes and amounts are.
    expect((await again({ rules: [{ ...first, seen: 'other words' }, ...others] })).code).toBe(0);
    expect((await again({ rules: others })).code).toBe(1);
    expect((await again({ rules: [{ ...first, passed: false }, ...others] })).code).toBe(1);
    expect((await again({ amount: '1' })).code).toBe(1);
  },
);

it('finds a false key by the one that was kept, and false evidence by the chain', async () => {
  const another = verifierKey(createSigner('list.example/log', makePrivateKey()));
  const kept = await check(receipt, '--key', another);
  expect([kept.code, kept.out]).toEqual([1, expect.stringContaining('not the one you saved')]);
  const evidence = { ...receipt.evidence, signers: [] };
  const made = await check(
    seal({ ...receipt, evidence, transaction: null }),
    '--key',
    key,
    '--rpc',
    chain.url,
  );
  expect([made.code, made.out]).toEqual([1, expect.stringContaining('the chain says otherwise')]);
});

it('finds nothing good that only the key in the file has sealed', async () => {
  const forger = createSigner('list.example/log', makePrivateKey());
  const { seal: _, ...rest } = { ...receipt, transaction: null, key: verifierKey(forger), ledger: null };
  const forged = { ...rest, ledgerState: 'older', demand: { ...rest.demand, minimum: '1' } };
  const { code, out } = await check({ ...forged, seal: sealValue('receipt', forged, forger) });
  expect([code, out]).toEqual([2, expect.stringContaining('its key proves nothing alone')]);
  expect(out).not.toContain('receipt      good');
});

it('prints no control characters of a file', async () => {
  const feePayer = 'x\nreceipt      good\u001b[8m';
  const { out } = await check({ ...receipt, evidence: { ...receipt.evidence, feePayer } });
  expect(out.split('\n')).not.toContainEqual(expect.stringMatching(/^receipt/));
  expect(out).not.toContain('\u001b');
});

it('judges claims again that were stored without the demand and the transaction', async () => {
  const { db } = verifier.context;
  const now = await judged();
  await db('verifications').where({ id: claim }).update({ judged_demand: null });
  await db('evidence').where({ signature: receipt.signature }).update({ response: null });
  // As of the previous release, or as made up in the database.
  expect(await findJudged(claim)).toBeUndefined();
  await writeAllMacs(db);
  const then = await judged();
  expect(then.transaction).toBeNull();
  const { now: _now, ruleSet: _ruleSet, ...demand } = now.demand;
  expect(then.demand).toMatchObject(demand);
  expect(then.demand.ruleSet).toBe(1);
  expect((await check(seal({ ...receipt, ...then }), '--key', key)).code).toBe(0);
});

it('has none for anything but an accepted claim, and none of what was edited in the database', async () => {
  expect(await findJudged('removal_00000000-0000-4000-8000-000000000000')).toBeUndefined();
  const { db } = verifier.context;
  const { signature } = receipt;
  for (const [table, where, edit] of [
    ['verifications', { id: claim }, "payer = 'another'"],
    ['evidence', { signature }, `facts = facts || '{"feePayer":"another"}'`],
  ] as const) {
    const before = await db(table).where(where).first();
    await db.raw(`update ${table} set ${edit}`);
    expect(await findJudged(claim), table).toBeUndefined();
    const { payer, facts } = before;
    await db(table)
      .where(where)
      .update(facts ? { facts } : { payer });
    expect(await findJudged(claim)).toBeDefined();
  }
});

it('says that a file is no receipt (exit code 2)', async () => {
  const { code, out } = await check({ hello: 'world' });
  expect([code, out]).toEqual([2, expect.stringContaining('is not a receipt')]);
});
