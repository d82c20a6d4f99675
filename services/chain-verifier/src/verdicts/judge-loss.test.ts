import { describe, expect, it } from 'vitest';
import type { Balance, Evidence } from '../chain/facts.ts';
import { judgeLoss } from './judge-loss.ts';

const FEE = 5_000n;
const RENT = 2_039_280n;
const WSOL = 'So11111111111111111111111111111111111111112';

/** Lamports before and after, by account. */
type Native = Record<string, [before: bigint, after: bigint]>;
type Token = {
  account: string;
  mint: string;
  before?: [owner: string, amount: bigint];
  after?: [owner: string, amount: bigint];
  decimals?: number | null;
  withheld?: string;
};
type Case = { native?: Native; tokens?: Token[]; signers?: string[]; feePayer?: string; success?: boolean };

const balanceOf = ({ account, mint, before, after, decimals = 6, withheld = '0' }: Token): Balance => ({
  account,
  mint,
  program: null,
  decimals,
  ownerBefore: before?.[0] ?? null,
  ownerAfter: after?.[0] ?? null,
  openedFor: null,
  before: String(before?.[1] ?? 0n),
  after: String(after?.[1] ?? 0n),
  withheld,
  otherInflow: '0',
});

/** Without lamports of its own, a case is one in which the victim paid the fee and no more. */
const paysFee: Native = { victim: [10_000n, 10_000n - FEE] };
function judge({
  native = paysFee,
  tokens = [],
  signers = ['victim'],
  feePayer = 'victim',
  success = true,
}: Case) {
  const evidence = { success, signers, feePayer, balances: tokens.map(balanceOf) } as Partial<Evidence>;
  const accounts = Object.entries(native).map(([account, [before, after]]) => ({ account, before, after }));
  return judgeLoss(evidence as Evidence, { fee: FEE, accounts, wrapped: [WSOL] }, 'victim');
}

const sol = (amount: bigint, to: string) => ({ mint: null, decimals: 9, amount: String(amount), to });
const usdc = (amount: bigint, to: string, decimals = 6) => ({ ...sol(amount, to), mint: 'USDC', decimals });

const held = (owner: string, before: bigint | null, after: bigint | null, mint = 'USDC'): Token => ({
  account: `${owner} ${mint}`,
  mint,
  ...(before !== null && { before: [owner, before] }),
  ...(after !== null && { after: [owner, after] }),
});
const own = (before: bigint | null, after: bigint | null, account = 'victim usdc') => ({
  ...held('victim', before, after),
  account,
});
const of = (decimals: number | null, ...tokens: Token[]) => tokens.map((token) => ({ ...token, decimals }));
/** One lamport for each of so many thieves. */
const shares = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`thief ${at}`, [0n, 1n] as [bigint, bigint]]));

const thieves = (of: bigint, ...amounts: bigint[]): Case => ({
  native: {
    victim: [of + FEE, 0n],
    thief: [0n, amounts[0] ?? of],
    ...(amounts[1] && { agent: [0n, amounts[1]] }),
  },
});
/** What the victim had in its account is the thief's. */
const stolen = (amount = 60n) => [own(amount, 0n), held('thief', 0n, amount)];
/** What the victim had in its account is in the pool. */
const sold = [own(60n, 0n), held('pool', 0n, 60n)];
const wrapped = (owner: string, before: bigint, after: bigint): Token => ({
  account: `${owner} wsol`,
  mint: WSOL,
  before: [owner, before],
  after: [owner, after],
});
/** Wrapped SOL of the victim that goes to another. */
const wrappedTo = (owner: string) => ({
  native: { ...paysFee, 'victim wsol': [RENT + 9n, RENT], [`${owner} wsol`]: [RENT, RENT + 9n] } as Native,
  tokens: [wrapped('victim', 9n, 0n), wrapped(owner, 0n, 9n)],
});

const losses: Record<string, [given: Case, sent: object[]]> = {
  'SOL sent': [{ native: { victim: [20n + FEE, 8n], thief: [0n, 12n] } }, [sol(12n, 'thief')]],
  'SOL sent, another paid the fee': [
    { feePayer: 'relay', native: { victim: [20n, 8n], thief: [0n, 12n], relay: [FEE, 0n] } },
    [sol(12n, 'thief')],
  ],
  'SOL sent to two': [thieves(20n, 15n, 5n), [sol(15n, 'thief'), sol(5n, 'agent')]],
  'more SOL than a number holds': [thieves(9_007_199_254_740_993n), [sol(9_007_199_254_740_993n, 'thief')]],
  'a token sent': [{ tokens: [own(100n, 40n), held('thief', 0n, 60n)] }, [usdc(60n, 'thief')]],
  'a token sent to a new account, for which the wallet paid rent': [
    {
      native: { victim: [RENT + FEE, 0n], 'thief USDC': [0n, RENT] },
      tokens: [own(100n, 40n), held('thief', null, 60n)],
    },
    [usdc(60n, 'thief')],
  ],
  'a whole account sent and closed': [
    {
      native: { victim: [FEE, RENT], 'victim usdc': [RENT, 0n] },
      tokens: [own(60n, null), held('thief', 0n, 60n)],
    },
    [usdc(60n, 'thief')],
  ],
  'a token of two own accounts': [
    { tokens: [own(30n, 0n), own(30n, 0n, 'second'), held('thief', 0n, 60n)] },
    [usdc(60n, 'thief')],
  ],
  'an account given to another owner': [
    { tokens: [{ account: 'a', mint: 'USDC', before: ['victim', 60n], after: ['thief', 60n] }] },
    [usdc(60n, 'thief')],
  ],
  'a token with a fee: what was sent, not what arrived': [
    { tokens: [own(100n, 0n), { ...held('thief', 0n, 99n), withheld: '1' }] },
    [usdc(100n, 'thief')],
  ],
  'a token without decimals of its own': [{ tokens: of(0, ...stolen(1n)) }, [usdc(1n, 'thief', 0)]],
  'SOL and a token to one thief': [
    { ...thieves(7n), tokens: stolen() },
    [usdc(60n, 'thief'), sol(7n, 'thief')],
  ],
  'wrapped SOL sent': [wrappedTo('thief'), [sol(9n, 'thief')]],
  'wrapped on the way, sent as SOL': [
    { native: { victim: [9n + FEE, 0n], thief: [0n, 9n], 'victim wsol': [0n, 0n] }, tokens: [] },
    [sol(9n, 'thief')],
  ],
  'one of several signers': [
    {
      signers: ['other', 'victim'],
      feePayer: 'other',
      native: { victim: [9n, 0n], thief: [0n, 9n], other: [FEE, 0n] },
    },
    [sol(9n, 'thief')],
  ],
  'a token, while others trade another one in the same transaction': [
    { tokens: [...stolen(), held('pool', 9n, 4n, 'MEME'), held('thief', 0n, 5n, 'MEME')] },
    [usdc(60n, 'thief')],
  ],
  'two tokens, each with its own decimals and fees': [
    {
      tokens: [
        own(60n, 0n),
        { ...held('victim', 9n, 0n, 'MEME'), decimals: 2 },
        { ...held('thief', 0n, 8n, 'MEME'), decimals: 2, withheld: '1' },
        { ...held('thief', 0n, 40n), withheld: '2' },
        { ...held('agent', 0n, 15n), withheld: '3' },
      ],
    },
    [usdc(42n, 'thief'), usdc(18n, 'agent'), { mint: 'MEME', decimals: 2, amount: '9', to: 'thief' }],
  ],
  'twenty addresses': [
    { native: { victim: [20n + FEE, 0n], ...shares(20) } },
    [...Array.from({ length: 20 }, (_, at) => sol(1n, `thief ${at}`))],
  ],
};
it.each(Object.entries(losses))('a loss: %s', (_what, [given, sent]) => {
  expect(judge(given)).toEqual({ outcome: 'proven', sent });
});

const noLosses: Record<string, Record<string, Case>> = {
  failed: { 'a failed transaction': { success: false } },
  not_signed: {
    'a transaction of another wallet': {
      signers: ['other'],
      feePayer: 'other',
      native: { other: [9n + FEE, 0n], thief: [0n, 9n] },
    },
    'tokens taken by a delegate, without its signature': {
      signers: ['thief'],
      feePayer: 'thief',
      native: { thief: [FEE, 0n] },
      tokens: stolen(),
    },
  },
  nothing_sent: {
    'nothing but a fee': {},
    'an amount of zero': { tokens: [own(100n, 100n), held('thief', 5n, 5n)] },
    'SOL to itself': { native: { victim: [20n + FEE, 20n] } },
    'a token between own accounts': { tokens: [own(60n, 0n), own(0n, 60n, 'second')] },
    'SOL that came back': { native: { victim: [20n + FEE, 20n], friend: [3n, 3n] } },
    'a token that came back': { tokens: [own(60n, 60n), held('friend', 0n, 0n)] },
    'SOL wrapped for itself': {
      native: { victim: [9n + RENT + FEE, 0n], 'victim wsol': [0n, 9n + RENT] },
      tokens: [{ account: 'victim wsol', mint: WSOL, after: ['victim', 9n] }],
    },
    'wrapped SOL taken out again': {
      native: { victim: [FEE, RENT + 9n], 'victim wsol': [RENT + 9n, 0n] },
      tokens: [{ account: 'victim wsol', mint: WSOL, before: ['victim', 9n] }],
    },
    'rent for an own account': {
      native: { victim: [RENT + FEE, 0n], 'victim usdc': [0n, RENT] },
      tokens: [own(null, 0n)],
    },
    'rent for an account of another, and nothing in it': {
      native: { victim: [RENT + FEE, 0n], 'thief USDC': [0n, RENT] },
      tokens: [held('thief', null, 0n)],
    },
    'a burn': { tokens: [own(60n, 0n)] },
    'a wallet that only received, and kept a token': {
      native: { victim: [FEE, 9n], friend: [9n, 0n] },
      tokens: [own(100n, 100n)],
    },
    'a wallet that only received': { native: { victim: [FEE, 9n], friend: [9n, 0n] } },
    'tokens of a multisig that it signs for': { tokens: [held('multisig', 60n, 0n), held('thief', 0n, 60n)] },
    'a fee payer of what others sent': {
      signers: ['victim', 'other'],
      native: { ...paysFee, other: [9n, 0n], thief: [0n, 9n] },
    },
    'a token moved between own accounts, less its fee': {
      tokens: [own(60n, 0n), { ...own(0n, 59n, 'second'), withheld: '1' }],
    },
  },
  swapped: {
    'a swap of SOL for a token': {
      native: { victim: [20n + FEE, 0n], pool: [0n, 20n] },
      tokens: [own(0n, 60n), held('pool', 60n, 0n)],
    },
    'a swap of one token for another': {
      tokens: [...sold, held('victim', 0n, 5n, 'MEME'), held('pool', 9n, 4n, 'MEME')],
    },
    'a token sold for SOL': { native: { victim: [FEE, 9n], pool: [9n, 0n] }, tokens: sold },
    'a mint bought, worthless or not': {
      native: { victim: [20n + FEE, 0n], shop: [0n, 20n] },
      tokens: [{ ...held('victim', null, 1n, 'ART'), decimals: 0 }],
    },
    'a swap of wrapped SOL for a token': {
      native: wrappedTo('pool').native,
      tokens: [...wrappedTo('pool').tokens, held('victim', null, 5n, 'MEME'), held('pool', 9n, 4n, 'MEME')],
    },
    'two tokens deposited for a share of the pool': {
      native: { victim: [9n + FEE, 0n], pool: [0n, 9n] },
      tokens: [...sold, held('victim', null, 7n, 'LP')],
    },
    'a token account taken over for what it sent': {
      native: { victim: [20n + FEE, 0n], shop: [0n, 20n] },
      tokens: [{ account: 'a', mint: 'USDC', before: ['shop', 60n], after: ['victim', 60n] }],
    },
  },
  mixed: {
    'another payer beside it': {
      signers: ['victim', 'other'],
      native: { victim: [9n + FEE, 0n], other: [9n, 0n], thief: [0n, 18n] },
    },
    'another payer of the token': {
      tokens: [own(9n, 0n), held('other', 9n, 0n), held('thief', 0n, 18n)],
    },
    'more than it sent, minted beside it': { tokens: [own(9n, 0n), held('thief', 0n, 18n)] },
    'decimals that the chain does not show': { tokens: of(null, ...stolen(9n)) },
  },
  too_many: { 'twenty-one addresses': { native: { victim: [21n + FEE, 0n], ...shares(21) } } },
};
describe.each(Object.entries(noLosses))('no loss, %s:', (code, cases) => {
  it.each(Object.entries(cases))('%s', (_what, given) => {
    expect(judge(given)).toEqual({ outcome: 'refused', code });
  });
});
