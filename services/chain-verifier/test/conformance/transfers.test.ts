import { describe, expect } from 'vitest';
import type { Accounts, Answer } from './build-transaction.ts';
import {
  A,
  aX,
  conformance,
  evidenceOf,
  further,
  holding,
  judged,
  M,
  N,
  tampered,
  U,
  uA,
  W,
  wA,
  wX,
  X,
} from './judge-scenario.ts';
import { key, SQUADS, SYSTEM, T22, TOK, WSOL } from './keys.ts';
import {
  batch,
  burn,
  call,
  close,
  handOver,
  harvest,
  memo,
  mintTo,
  open,
  raw,
  syncNative,
  transfer,
} from './operations.ts';

const both = { [uA]: holding(U, 5n * N), [wA]: holding(W, 7n) };
const both22 = { [uA]: holding(U, 5n * N, { program: T22 }), [wA]: holding(W, 7n, { program: T22 }) };
const t22 = { tokenProgram: T22 };
const sent = (
  operations: Parameters<typeof judged>[1]['operations'],
  accounts: Accounts = both,
  wanted = {},
) => judged('transfer', { operations, accounts }, wanted);
const checked = { mint: M };
const wrapped = { mint: WSOL, decimals: 9 };
const solWanted = wrapped;

describe('B: transfers', () => {
  conformance('B01', 'a checked transfer is accepted', () => {
    expect(sent([transfer(uA, wA, N, checked)])).toBe('V');
    expect(sent([transfer(uA, wA, N - 1n, checked)])).toBe('R:amount_below_minimum');
  });
  conformance('B02', 'an unchecked transfer gets its mint from the balances', () => {
    expect(sent([transfer(uA, wA, N)])).toBe('V');
  });
  conformance('B03', 'the owner decides, not the address of the account', () => {
    expect(sent([transfer(uA, wX, N)], { ...both, [wX]: holding(W, 0n) })).toBe('V');
  });
  conformance('B04', 'an account opened in the transaction is credited from 0', () => {
    expect(sent([call(X, open(wX, M, W)), transfer(uA, wX, N)])).toBe('V');
  });
  conformance('B05', 'a transfer by a smart wallet or a swap is accepted', () => {
    expect(sent([call(SQUADS, transfer(uA, wA, N, checked))])).toBe('V');
    expect(sent([call(X, call(key('X2'), transfer(uA, wA, N)))])).toBe('V');
  });
  conformance('B06', 'a proposal of a transfer moves nothing', () => {
    const proposal = raw(SQUADS, [uA, wA, M, TOK], [...transfer(uA, wA, N).data]);
    expect(sent([proposal])).toBe('R:no_transfer');
  });
  conformance('B07', 'two accounts of the wallet add up', () => {
    const accounts = { ...both, [wX]: holding(W, 0n) };
    expect(sent([transfer(uA, wA, N / 2n), transfer(uA, wX, N / 2n)], accounts)).toBe('V');
  });
  conformance('B08', 'payments to others beside it do no harm', () => {
    const others = Array.from({ length: 8 }, (_, index) => key(`other ${index}`));
    const accounts = { ...both, ...Object.fromEntries(others.map((other) => [other, holding(A, 0n)])) };
    expect(sent([transfer(uA, wA, N), ...others.map((other) => transfer(uA, other, 3n))], accounts)).toBe(
      'V',
    );
  });
  conformance('B09', 'a Solana Pay reference key behind the authority does no harm', () => {
    const operations = [transfer(uA, wA, N, { ...checked, extra: [key('reference')] })];
    expect(sent(operations, both, { referenceKey: key('reference') })).toBe('V');
  });
  conformance('B10', 'a transfer fee counts against the sender', () => {
    const options = { ...checked, program: T22, withheld: N / 25n };
    expect(sent([transfer(uA, wA, N, options)], both22, t22)).toBe('R:amount_below_minimum');
    expect(sent([transfer(uA, wA, N, options)], both22, { ...t22, minimum: N - N / 25n })).toBe('V');
  });
  conformance('B11', 'a transfer fee can be made up for', () => {
    expect(sent([transfer(uA, wA, N + 40n, { program: T22, withheld: 40n })], both22, t22)).toBe('V');
  });
  conformance('B12', 'a transfer that states its fee counts without it', () => {
    const stated = { ...checked, program: T22, statedFee: 10n };
    expect(sent([transfer(uA, wA, N + 10n, stated)], both22, t22)).toBe('V');
    expect(sent([transfer(uA, wA, N + 9n, stated)], both22, t22)).toBe('R:amount_below_minimum');
  });
  further('B12', 'a stated fee above the amount cannot have run', () => {
    const absurd = { ...transfer(uA, wA, 5n, { ...checked, program: T22, statedFee: 6n }), effects: [] };
    expect(sent([absurd, transfer(uA, wA, N, { program: T22 })], both22, t22)).toBe(
      'L:undecodable_token_instruction',
    );
  });
  conformance('B13', 'an account that pays itself pays nothing', () => {
    expect(sent([transfer(wA, wA, N)], { [wA]: holding(W, N) })).toBe('R:self_transfer');
  });
  conformance('B14', 'a wallet that pays itself pays nothing', () => {
    const accounts = { [wA]: holding(W, 0n), [wX]: holding(W, N) };
    expect(sent([transfer(wX, wA, N)], accounts)).toBe('R:self_transfer');
  });
  conformance('B15', 'what is sent back was not paid', () => {
    expect(sent([transfer(uA, wA, N), call(X, transfer(wA, uA, N))])).toBe('R:no_net_credit');
  });
  conformance('B16', 'what is half sent back was half paid', () => {
    expect(sent([transfer(uA, wA, N), transfer(wA, uA, N / 2n)])).toBe('R:amount_below_minimum');
  });
  conformance('B17', 'a similar address is another address', () => {
    expect(sent([transfer(uA, aX, N)], { ...both, [aX]: holding(A, 0n) })).toBe('R:wrong_destination_owner');
  });
  conformance('B18', "the wallet's usual account may belong to another owner", () => {
    expect(sent([transfer(uA, wA, N)], { ...both, [wA]: holding(A, 0n) })).toBe('R:wrong_destination_owner');
  });
  conformance('B19', 'an account handed away after the payment was not paid', () => {
    expect(sent([transfer(uA, wX, N), handOver(wX, A)], { ...both, [wX]: holding(W, 0n) })).toBe(
      'R:wrong_destination_owner',
    );
  });
  conformance('B20', 'an account full of tokens handed to the wallet is no transfer', () => {
    expect(sent([handOver(aX, W)], { ...both, [aX]: holding(A, N) })).toBe('R:no_transfer');
  });
  conformance('B21', 'what is burned and closed after it arrived was not credited', () => {
    const operations = [transfer(uA, wX, N), burn(wX, M, N), close(wX, W)];
    expect(sent(operations, { ...both, [wX]: holding(W, 0n) })).toBe('R:no_net_credit');
  });
  conformance('B22', 'minting to the wallet is no transfer', () => {
    expect(sent([mintTo(wA, M, N)])).toBe('R:no_transfer');
  });
  conformance('B23', 'harvested fees are no transfer', () => {
    expect(sent([harvest(M, wA, N)], both22, t22)).toBe('R:no_transfer');
  });
  conformance('B24', 'another mint is another token', () => {
    const mint = key('mint of the same name');
    const accounts = { [uA]: holding(U, N, { mint }), [wA]: holding(W, 0n, { mint }) };
    expect(sent([transfer(uA, wA, N, { mint })], accounts)).toBe('R:no_transfer_of_mint');
  });
  conformance('B25', 'the mint under the other token program is another token', () => {
    expect(sent([transfer(uA, wA, N, { ...checked, program: T22 })], both22)).toBe('R:no_transfer_of_mint');
  });
  conformance('B26', 'lamports that are synced are no token transfer', () => {
    const operations = [raw(SYSTEM, [U, wA], [2, 0, 0, 0]), syncNative(wA, N)];
    expect(sent(operations, { [wA]: holding(W, 0n, wrapped) }, solWanted)).toBe('R:no_transfer');
  });
  conformance('B27', 'wrapped SOL that is closed after it arrived was not credited', () => {
    const accounts = { [uA]: holding(U, N, wrapped), [wA]: holding(W, 0n, wrapped) };
    expect(sent([transfer(uA, wA, N), close(wA, W)], accounts, solWanted)).toBe('R:no_net_credit');
  });
  conformance('B28', 'a failed transaction paid nothing', () => {
    const scenario = {
      operations: [transfer(uA, wA, N)],
      accounts: both,
      err: { InstructionError: [0, 'Custom'] },
    };
    expect(judged('transfer', scenario)).toBe('R:tx_failed');
  });
  conformance('B29', 'an encrypted amount is not judged', () => {
    expect(sent([raw(T22, [uA, M, wA, U], [27, 7])], both22, t22)).toBe('R:unsupported_confidential');
  });
  conformance('B30', 'transfers inside a batch count, in both programs', () => {
    for (const program of [TOK, T22]) {
      const accounts = program === TOK ? both : both22;
      const part = transfer(uA, wA, N / 2n, { ...checked, program });
      expect(sent([batch(program, [part, part])], accounts, { tokenProgram: program })).toBe('V');
    }
  });
  conformance('B31', 'a transfer hook does no harm', () => {
    const hooked = transfer(uA, wA, N, {
      ...checked,
      program: T22,
      extra: [key('hook account'), key('hook')],
    });
    expect(sent([{ ...hooked, inner: [raw(key('hook'), [uA, wA])] }], both22, t22)).toBe('V');
  });
  conformance('B32', 'amounts for people are never read', () => {
    const scenario = { operations: [transfer(uA, wA, N, checked)], accounts: both };
    const answer = tampered('transfer', scenario, ({ meta }) => {
      for (const entry of meta.postTokenBalances as { uiTokenAmount: Record<string, unknown> }[]) {
        entry.uiTokenAmount.uiAmount = 1e300;
        entry.uiTokenAmount.uiAmountString = '12,3';
      }
    });
    expect(answer).toBe('V');
  });
  conformance('B33', 'amounts past 2^53 are exact', () => {
    const much = 2n ** 53n + 1n;
    const accounts = { ...both, [uA]: holding(U, 4n * much) };
    const operations = [transfer(uA, wA, much), transfer(uA, wA, much)];
    expect(sent(operations, accounts, { minimum: 2n * much })).toBe('V');
    expect(sent(operations, accounts, { minimum: 2n * much + 1n })).toBe('R:amount_below_minimum');
  });
  conformance('B34', 'a frozen account shows as a failure', () => {
    const scenario = {
      operations: [transfer(uA, wA, N)],
      accounts: both,
      err: { InstructionError: [0, { Custom: 17 }] },
    };
    expect(judged('transfer', scenario)).toBe('R:tx_failed');
  });
  conformance('B35', 'a durable nonce does no harm', () => {
    const nonce = raw(SYSTEM, [key('nonce'), U], [4, 0, 0, 0]);
    expect(sent([nonce, transfer(uA, wA, N, checked)])).toBe('V');
  });
  conformance('B36', 'a v1 transaction is read, and its signatures are checked', () => {
    const scenario = {
      operations: [transfer(uA, wA, N, checked), memo('INV-1')],
      accounts: both,
      version: 1 as const,
    };
    expect(judged('transfer', scenario)).toBe('V');
    expect(evidenceOf(scenario)).toMatchObject({ version: 1, signaturesChecked: true });
    const withoutConfig = tampered('transfer', scenario, (answer) => {
      delete (answer.transaction as { message: Record<string, unknown> }).message.transactionConfig;
    });
    expect(withoutConfig).toBe('V');
  });
  conformance('B37', 'base64, an encoding that is not asked for, is a fault and never a verdict', () => {
    const scenario = { operations: [transfer(uA, wA, N, checked)], accounts: both };
    const encoded = (answer: Answer) => void Object.assign(answer, { transaction: ['AQAB', 'base64'] });
    expect(judged('transfer', scenario)).toBe('V');
    expect(tampered('transfer', scenario, encoded)).toBe('L:malformed_response');
  });
  conformance('B38', 'jsonParsed, an encoding that is not asked for, is a fault and never a verdict', () => {
    const scenario = { operations: [transfer(uA, wA, N, checked)], accounts: both };
    const parsed = ({ transaction }: Answer) => {
      const { message } = transaction as { message: { accountKeys: unknown[] } };
      message.accountKeys = message.accountKeys.map((pubkey, index) => ({ pubkey, signer: index === 0 }));
    };
    expect(tampered('transfer', scenario, parsed)).toBe('L:malformed_response');
  });
  conformance('B39', 'sixty-four accounts and a dozen inner transfers are counted exactly', () => {
    const hops = Array.from({ length: 24 }, (_, index) => key(`hop ${index}`));
    const accounts = { ...both, ...Object.fromEntries(hops.map((hop) => [hop, holding(A, 0n)])) };
    const inner = hops.slice(0, 12).flatMap((hop) => [transfer(uA, hop, 9n), transfer(hop, wA, 9n)]);
    const operations = [call(X, ...inner, transfer(uA, wA, N - 108n))];
    const scenario = { operations, accounts, version: 0 as const, lookedUp: hops };
    expect(judged('transfer', scenario)).toBe('V');
    expect(judged('transfer', scenario, { minimum: N + 1n })).toBe('R:amount_below_minimum');
  });
});

describe('transfers of the product', () => {
  further('B', "what goes round through a fresh account is still the wallet's own", () => {
    const hop = key('fresh account');
    const accounts = { [wA]: holding(W, N), [wX]: holding(W, 0n) };
    expect(sent([open(hop, M, A), transfer(wA, hop, N), transfer(hop, wX, N)], accounts)).toBe(
      'R:no_net_credit',
    );
  });
  further('B', 'a wallet that hands over as much as it gets gained nothing', () => {
    const accounts = { ...both, [wX]: holding(W, N) };
    expect(sent([transfer(uA, wA, N), handOver(wX, A)], accounts)).toBe('R:no_net_credit');
  });
  further('B', 'fees and harvested fees in one account are indistinguishable', () => {
    const operations = [transfer(uA, wA, N, { program: T22, withheld: 5n }), harvest(M, wA, 5n)];
    expect(sent(operations, both22, t22)).toBe('L:amount_undetermined');
  });
  further('B', 'two transfers with fees into one account are counted by what arrived', () => {
    const part = transfer(uA, wA, N / 2n, { program: T22, withheld: 5n });
    expect(sent([part, part], both22, { ...t22, minimum: N - 10n })).toBe('V');
    expect(sent([part, part], both22, { ...t22, minimum: N - 9n })).toBe('R:amount_below_minimum');
  });
  further('B', 'minting to the wallet does not add to a transfer', () => {
    expect(sent([transfer(uA, wA, N - 1n), mintTo(wA, M, 1n)])).toBe('R:amount_below_minimum');
  });
  further('B', 'nothing makes a payment out of what was sent back', () => {
    const roundTrip = (program: string) => [
      transfer(uA, wA, N, { program }),
      transfer(wA, uA, N, { program }),
    ];
    const others = { ...both, [aX]: holding(A, N) };
    expect(sent([...roundTrip(TOK), handOver(aX, W)], others)).toBe('R:no_net_credit');
    expect(sent([...roundTrip(TOK), mintTo(wA, M, N)])).toBe('R:no_net_credit');
    const others22 = { ...both22, [wX]: holding(W, 0n, { program: T22 }) };
    expect(sent([...roundTrip(T22), harvest(M, wX, N)], others22, t22)).toBe('R:no_net_credit');
    const uncovered = { ...raw(T22, [wX, M, W], [27, 6, ...bytesOf(N), 6], [{ change: wX, by: N }]) };
    const scenario = { operations: [...roundTrip(T22), uncovered], accounts: others22 };
    expect(judged('transfer', scenario, t22)).toBe('R:no_net_credit');
    const wrappedBoth = { [uA]: holding(U, 5n * N, wrapped), [wA]: holding(W, 7n, wrapped) };
    expect(sent([...roundTrip(TOK), syncNative(wA, N)], wrappedBoth, solWanted)).toBe('R:no_net_credit');
  });
});

function bytesOf(amount: bigint): number[] {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(amount);
  return [...bytes];
}
