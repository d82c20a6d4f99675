import { describe, expect } from 'vitest';
import type { Answer } from './build-transaction.ts';
import {
  A,
  aX,
  conformance,
  demand,
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
  X,
} from './judge-scenario.ts';
import { INCINERATOR, key, SYSTEM, T22, TOK } from './keys.ts';
import {
  batch,
  burn,
  call,
  close,
  handOver,
  memo,
  mintTo,
  open,
  permissionedBurn,
  raw,
  transfer,
} from './operations.ts';

const funded = { [uA]: holding(U, 5n * N) };
const funded22 = { [uA]: holding(U, 5n * N, { program: T22 }) };
const escrow = key('escrow account');
const t22 = { tokenProgram: T22 };
const burned = (operations: Parameters<typeof judged>[1]['operations'], accounts = funded, wanted = {}) =>
  judged('burn', { operations, accounts }, wanted);

describe('A: burns', () => {
  conformance('A01', 'a plain burn is accepted', () => {
    expect(burned([burn(uA, M, N)])).toBe('V');
  });
  conformance('A02', 'a checked burn with a signed memo before it is accepted', () => {
    const operations = [memo('INV-1', { keys: [U] }), burn(uA, M, N, { program: T22, decimals: 6 })];
    expect(judged('burn', { operations, accounts: funded22, signers: [key('payer'), U] }, t22)).toBe('V');
  });
  conformance('A03', 'a burn by another program is accepted', () => {
    expect(burned([call(X, burn(uA, M, N))])).toBe('V');
  });
  conformance('A04', 'a burn two calls deep out of an escrow that is closed is accepted', () => {
    const operations = [
      call(X, transfer(uA, escrow, N), call(key('X2'), burn(escrow, M, N)), close(escrow, U)),
    ];
    expect(burned(operations, { ...funded, [escrow]: holding(A, 0n) })).toBe('V');
  });
  further('A04', 'a burn out of an escrow that is opened and closed in the transaction is accepted', () => {
    const operations = [
      call(X, open(escrow, M, A), transfer(uA, escrow, N), burn(escrow, M, N), close(escrow, U)),
    ];
    expect(burned(operations)).toBe('V');
  });
  conformance('A05', 'mint and account may come from a lookup table', () => {
    const operations = [burn(uA, M, N, { authority: U })];
    expect(judged('burn', { operations, accounts: funded, version: 0, lookedUp: [M, uA] })).toBe('V');
  });
  conformance('A06', 'two halves are a whole', () => {
    expect(burned([burn(uA, M, N / 2n), burn(uA, M, N / 2n)])).toBe('V');
  });
  conformance('A07', 'more than enough is enough', () => {
    expect(burned([burn(uA, M, N + 1n)])).toBe('V');
  });
  conformance('A08', 'one base unit too little is too little', () => {
    expect(burned([burn(uA, M, N - 1n)])).toBe('R:amount_below_minimum');
  });
  conformance('A09', 'a burn of another mint is none', () => {
    const other = key('mint of the same name');
    expect(burned([burn(uA, other, N)], { [uA]: holding(U, N, { mint: other }) })).toBe('R:no_burn_of_mint');
  });
  conformance('A10', 'a burn-shaped instruction of another program is none', () => {
    const fake = { ...burn(uA, M, N), program: X, effects: [] };
    expect(burned([fake])).toBe('R:no_burn_of_mint');
  });
  further('A10', 'a burn under the other token program is a burn of another token', () => {
    expect(burned([burn(uA, M, N, { program: T22 })], funded22)).toBe('R:no_burn_of_mint');
    expect(burned([burn(uA, M, N)], funded, t22)).toBe('R:no_burn_of_mint');
  });
  conformance('A11', 'a log line is no burn', () => {
    const scenario = { operations: [call(X)], accounts: funded };
    const answer = tampered('burn', scenario, ({ meta }) => {
      meta.logMessages = ['Program log: Instruction: Burn', `Program ${TOK} success`];
    });
    expect(answer).toBe('R:no_burn_of_mint');
  });
  conformance('A12', 'a failed transaction burned nothing', () => {
    const scenario = { operations: [burn(uA, M, N), call(X, burn(uA, M, N))], accounts: funded };
    expect(judged('burn', { ...scenario, err: { InstructionError: [1, { Custom: 1 }] } })).toBe(
      'R:tx_failed',
    );
  });
  further('A12', 'a failed transaction is a failure, whatever nonsense it tried', () => {
    const err = { InstructionError: [0, 'IncorrectProgramId'] };
    const nonsense = [
      burn(uA, M, N, { program: T22 }),
      burn(uA, key('another mint'), N, { decimals: 9 }),
      transfer(uA, key('no account'), N),
      raw(TOK, [uA], [255]),
      call(X),
    ];
    for (const operation of nonsense) {
      expect(judged('burn', { operations: [operation], accounts: funded, err })).toBe('R:tx_failed');
    }
    const unrecorded = ({ meta }: Answer) => void Object.assign(meta, { innerInstructions: null });
    expect(tampered('burn', { operations: [call(X)], accounts: funded, err }, unrecorded)).toBe(
      'R:tx_failed',
    );
  });
  conformance('A13', 'sending to the incinerator is no burn', () => {
    const trash = key('account of the incinerator');
    expect(burned([transfer(uA, trash, N)], { ...funded, [trash]: holding(INCINERATOR, 0n) })).toBe(
      'R:no_burn_of_mint',
    );
  });
  conformance(
    'A14',
    "tokens that lie with the System Program or the incinerator are not the payer's to burn",
    () => {
      for (const owner of [SYSTEM, INCINERATOR]) {
        const dumped = { [uA]: holding(owner, N) };
        expect(burned([burn(uA, M, N, { authority: A })], dumped)).toBe('R:burn_of_abandoned_tokens');
      }
    },
  );
  further('A14', 'an account that was opened for one of them within the transaction is abandoned too', () => {
    const dumped = key('opened and closed');
    for (const owner of [SYSTEM, INCINERATOR]) {
      const life = [open(dumped, M, owner), transfer(uA, dumped, N), burn(dumped, M, N), close(dumped, U)];
      expect(burned(life)).toBe('R:burn_of_abandoned_tokens');
    }
  });
  conformance('A15', 'minting before burning undoes the burn', () => {
    expect(burned([mintTo(uA, M, N), burn(uA, M, N)])).toBe('R:net_supply_not_reduced');
  });
  conformance('A16', 'minting elsewhere after burning undoes the burn', () => {
    const accounts = { ...funded, [aX]: holding(A, 0n) };
    expect(burned([burn(uA, M, N), call(X, mintTo(aX, M, N))], accounts)).toBe('R:net_supply_not_reduced');
  });
  // The product sets no burner; A17 and A18 show its effect. For unbound payments, the payer is checked instead.
  conformance('A17', 'a delegate may burn for the owner', () => {
    const operations = [burn(uA, M, N, { authority: key('delegate') })];
    expect(burned(operations)).toBe('V');
    expect(burned(operations, funded, { burner: U })).toBe('V');
  });
  conformance('A18', "a permanent delegate burns another owner's tokens", () => {
    const operations = [burn(uA, M, N, { authority: A, program: T22 })];
    expect(burned(operations, funded22, t22)).toBe('V');
    expect(burned(operations, funded22, { ...t22, burner: A })).toBe('R:burner_mismatch');
  });
  conformance('A19', 'a multisig authority may burn', () => {
    const signers = [key('payer'), key('m1'), key('m2')];
    const operations = [burn(uA, M, N, { authority: key('multisig'), extra: signers.slice(1) })];
    expect(judged('burn', { operations, accounts: funded, signers })).toBe('V');
  });
  conformance('A20', 'permissioned burns of Token-2022 count, checked or not', () => {
    for (const checked of [false, true]) {
      const permitted = permissionedBurn(uA, M, N, checked, key('permit'));
      const [fact] = evidenceOf({ operations: [permitted], accounts: funded22 }).burns;
      expect(fact).toMatchObject({ authority: uA, extraKeys: [], amount: `${N}` });
      expect(burned([permissionedBurn(uA, M, N, checked, key('permit'))], funded22, t22)).toBe('V');
    }
  });
  conformance('A21', 'a burn inside a batch counts, in both programs', () => {
    for (const program of [TOK, T22]) {
      const accounts = { [uA]: holding(U, 5n * N, { program }) };
      const parts = [burn(uA, M, N / 2n, { program }), burn(uA, M, N / 2n, { program, decimals: 6 })];
      expect(burned([batch(program, parts)], accounts, { tokenProgram: program })).toBe('V');
    }
  });
  conformance('A22', 'a batch that cannot have run is not judged', () => {
    for (const data of [[255], [255, 3, 9, 8, 1], [255, 200, 1, 8], [255, 1, 3, 255, 0, 0]]) {
      expect(burned([raw(TOK, [uA, M, U], data), burn(uA, M, N)])).toBe('L:undecodable_token_instruction');
    }
  });
  further(
    'A22',
    'a batch that names more accounts than it has, or holds a batch, is not judged at all',
    () => {
      const part = burn(uA, M, N);
      const overrun = { ...batch(TOK, [part]), data: Buffer.from([255, 9, part.data.length, ...part.data]) };
      expect(burned([overrun])).toBe('L:undecodable_token_instruction');
      const elsewhere = raw(TOK, [key('unrelated account')], [255, 1, 1, 17]);
      expect(burned([batch(TOK, [part, elsewhere])])).toBe('L:undecodable_token_instruction');
    },
  );
  conformance('A23', 'an encrypted amount is not judged', () => {
    for (const data of [
      [42, 4],
      [46, 3],
    ]) {
      const hidden = raw(T22, [uA, M, U], data);
      expect(burned([hidden], funded22, t22)).toBe('R:unsupported_confidential');
    }
  });
  conformance(
    'A24',
    'burning nothing is not enough, and a minimum of 0 is refused when the demand is built',
    () => {
      expect(burned([burn(uA, M, 0n)], funded, { minimum: 1n })).toBe('R:amount_below_minimum');
      expect(() => demand({ minimum: 0n })).toThrow(RangeError);
    },
  );
  conformance('A25', 'the largest amount is exact', () => {
    const most = 18_446_744_073_709_551_615n;
    expect(burned([burn(uA, M, most)], { [uA]: holding(U, most) }, { minimum: most })).toBe('V');
    expect(burned([burn(uA, M, most - 1n)], { [uA]: holding(U, most) }, { minimum: most })).toBe(
      'R:amount_below_minimum',
    );
  });
  conformance('A26', 'other decimals than the price was made with are refused', () => {
    expect(burned([burn(uA, M, N)], { [uA]: holding(U, N, { decimals: 9 }) })).toBe('R:decimals_mismatch');
  });
  conformance('A27', 'an instruction that the balances contradict is not judged', () => {
    const answer = tampered('burn', { operations: [burn(uA, M, N)], accounts: funded }, ({ meta }) => {
      const [entry] = meta.postTokenBalances as { uiTokenAmount: { amount: string } }[];
      if (entry) entry.uiTokenAmount.amount = `${4n * N + 5n}`;
    });
    expect(answer).toBe('L:evidence_conflict');
  });
  for (const program of [TOK, T22]) {
    further(
      'A27',
      `a balance that fell by more than the instructions say is not judged (${program.slice(0, 6)})`,
      () => {
        const scenario = {
          operations: [burn(uA, M, N, { program })],
          accounts: { [uA]: holding(U, 5n * N, { program }) },
        };
        const lower = ({ meta }: Answer) => {
          const [entry] = meta.postTokenBalances as { uiTokenAmount: { amount: string } }[];
          if (entry) entry.uiTokenAmount.amount = `${4n * N - 1n}`;
        };
        expect(tampered('burn', scenario, lower, { tokenProgram: program })).toBe('L:evidence_conflict');
      },
    );
  }
  further('A27', 'a transfer to itself is explained, whatever fee it states', () => {
    const round = transfer(uA, uA, 9n, { program: T22, mint: M, statedFee: 2n });
    expect(burned([round, burn(uA, M, N, { program: T22 })], funded22, t22)).toBe('V');
  });
  conformance('A28', 'a top-up after the burn does not hide it', () => {
    const accounts = { ...funded, [aX]: holding(A, N) };
    expect(burned([burn(uA, M, N), transfer(aX, uA, N)], accounts)).toBe('V');
  });
  conformance('A29', 'an answer of 2022 without version, stack heights and program ids is read', () => {
    const answer = tampered('burn', { operations: [call(X, burn(uA, M, N))], accounts: funded }, (old) => {
      delete old.version;
      for (const list of [old.meta.preTokenBalances, old.meta.postTokenBalances]) {
        for (const entry of list as Record<string, unknown>[]) delete entry.programId;
      }
    });
    expect(answer).toBe('V');
  });
});

describe('burns of the product', () => {
  further('A', 'an account given to the System Program before it is burned from is abandoned too', () => {
    expect(burned([handOver(uA, SYSTEM), burn(uA, M, N, { authority: A })])).toBe(
      'R:burn_of_abandoned_tokens',
    );
  });
  further('A', 'a burn is net of what the same transaction mints (docs/decisions/0002-net-burns.md)', () => {
    const operations = [burn(uA, M, N), mintTo(uA, M, 1n)];
    expect(burned(operations)).toBe('R:amount_below_minimum');
    expect(burned(operations, funded, { minimum: N - 1n })).toBe('V');
  });
  further('A', 'a confidential mint in the same transaction makes a burn worthless', () => {
    const hidden = raw(T22, [aX, M, A], [42, 3]);
    expect(burned([burn(uA, M, N, { program: T22 }), hidden], funded22, t22)).toBe(
      'R:unsupported_confidential',
    );
  });
  further('A', 'abandoned tokens do not make up for what is missing', () => {
    const dumped = key('dumped');
    const accounts = { ...funded, [dumped]: holding(INCINERATOR, N) };
    expect(burned([burn(uA, M, N - 1n), burn(dumped, M, N)], accounts)).toBe('R:amount_below_minimum');
  });
  further('A', 'an unknown token instruction on another mint does not stand in the way', () => {
    const other = key('unrelated account');
    const accounts = { ...funded, [other]: holding(A, 1n, { mint: key('unrelated mint') }) };
    expect(burned([raw(TOK, [other], [99]), burn(uA, M, N)], accounts)).toBe('V');
  });
  further('A', 'burning what lies in the burn wallet pays for nothing a second time', () => {
    const accounts = { [wA]: holding(W, 5n * N) };
    expect(judged('payment', { operations: [burn(wA, M, N)], accounts })).toBe('R:burn_from_burn_wallet');
  });
  further('A', 'what a payment brings to the burn wallet and burns there counts once', () => {
    const accounts = { ...funded, [wA]: holding(W, 3n * N) };
    const operations = [transfer(uA, wA, N), burn(wA, M, N)];
    expect(judged('payment', { operations, accounts })).toBe('V');
    expect(judged('payment', { operations, accounts }, { minimum: N + 1n })).toBe('R:amount_below_minimum');
    expect(judged('payment', { operations: [...operations, mintTo(uA, M, N)], accounts })).toBe(
      'R:net_supply_not_reduced',
    );
  });
  further('A', 'an account that is opened twice belongs to whom it was opened for first', () => {
    const twice = key('opened twice');
    const life = (owner: string) => [
      open(twice, M, owner),
      transfer(uA, twice, N),
      burn(twice, M, N),
      close(twice, U),
    ];
    const operations = [...life(A), open(twice, M, W)];
    expect(evidenceOf({ operations, accounts: funded }).burns[0]).toMatchObject({
      openedFor: A,
      ownerAfter: W,
    });
  });
});
