import { describe, expect, test } from 'vitest';
import { readEvidence } from '../../src/chain/evidence.ts';
import type { Evidence } from '../../src/chain/facts.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/programs.ts';
import { buildDemand, type Demand } from '../../src/verdicts/demand.ts';
import type { Verdict } from '../../src/verdicts/verdict.ts';
import { judgeBurn, judgeTransfer } from './judge-scenario.ts';
import {
  type Check,
  RECORDED,
  type Recorded,
  readAnswer,
  readManifest,
  skipRecorded,
  type Truth,
} from './read-manifest.ts';

const recorded = readManifest();
skipRecorded(recorded, 'evidence and verdict');

const here = recorded.length > 0 ? describe : () => {};
here('recorded transactions', () => {
  for (const fixture of recorded) {
    describe(fixture.file, () => {
      if (fixture.truth === null || fixture.signature === null) {
        test('is no evidence: incomplete or malformed', () => {
          const result = read(fixture);
          expect(result).toMatchObject({ ok: false });
          expect(['malformed_response', 'incomplete_response']).toContain(result.ok ? '' : result.fault.code);
        });
        return;
      }
      const { truth } = fixture;
      test('evidence has the recorded truth', () => expectTruth(evidenceOf(fixture), truth));
      test('signatures are checked', () => {
        expect(evidenceOf(fixture).signaturesChecked).toBe(fixture.ed25519_signature_verified);
      });
      test('evidence survives JSON unchanged', () => {
        const evidence = evidenceOf(fixture);
        expect(JSON.parse(JSON.stringify(evidence))).toEqual(evidence);
      });
      for (const check of fixture.suggested_checks) {
        test(`${check.kind} ${JSON.stringify(check)}`, () => expectCheck(fixture, check));
      }
    });
  }
  test('all of them ran', () => {
    console.log(`conformance: ${recorded.length} recorded transactions`);
    expect(recorded.length).toBe(RECORDED);
  });
});

function read({ file, encoding, signature }: Recorded) {
  return readEvidence({ answer: readAnswer(file, encoding), signature: signature ?? '1'.repeat(64) });
}

function evidenceOf(fixture: Recorded): Evidence {
  const result = read(fixture);
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.detail}`);
  return result.evidence;
}

function expectTruth(evidence: Evidence, truth: Truth): void {
  expect(evidence.success).toBe(truth.success);
  expect(sums(evidence.burns)).toEqual(truth.burned_raw_by_mint);
  expect(sums(evidence.mints)).toEqual(truth.minted_raw_by_mint);
  expect(
    evidence.burns.map(
      ({ path, type, program, mint, account, ownerBefore, ownerAfter, authority, amount }) => ({
        path,
        type,
        program,
        mint,
        account,
        account_owner: ownerBefore ?? ownerAfter,
        authority,
        amount,
      }),
    ),
  ).toEqual(truth.burns);
  expect(
    evidence.transfers.map(
      ({ path, type, program, mint, source, sourceOwners, destination, amount, ...rest }) => ({
        path,
        type,
        program,
        mint,
        source,
        source_owner: sourceOwners.ownerAfter ?? sourceOwners.ownerBefore ?? sourceOwners.openedFor,
        destination,
        destination_owner:
          rest.destinationOwners.ownerAfter ??
          rest.destinationOwners.ownerBefore ??
          rest.destinationOwners.openedFor,
        amount,
      }),
    ),
  ).toMatchObject(truth.transfers.map(({ authority: _, ...transfer }) => transfer));
  expect(evidence.memos.map(({ path, program, text }) => ({ path, program, text }))).toEqual(truth.memos);
  expect(deltas(evidence)).toEqual(
    Object.fromEntries(
      truth.net_balance_delta_by_owner.map(({ owner, mint, delta }) => [`${owner} ${mint}`, delta]),
    ),
  );
}

function sums(actions: readonly { mint: string; amount: string }[]): Record<string, string> {
  const totals = new Map<string, bigint>();
  for (const { mint, amount } of actions) totals.set(mint, (totals.get(mint) ?? 0n) + BigInt(amount));
  return Object.fromEntries([...totals].map(([mint, total]) => [mint, total.toString()]));
}

function deltas(evidence: Evidence): Record<string, string> {
  const totals = new Map<string, bigint>();
  const add = (owner: string | null, mint: string, amount: bigint) => {
    if (owner === null) return;
    totals.set(`${owner} ${mint}`, (totals.get(`${owner} ${mint}`) ?? 0n) + amount);
  };
  for (const { ownerBefore, ownerAfter, mint, before, after } of evidence.balances) {
    add(ownerBefore, mint, -BigInt(before));
    add(ownerAfter, mint, BigInt(after));
  }
  return Object.fromEntries(
    [...totals].filter(([, total]) => total !== 0n).map(([key, total]) => [key, `${total}`]),
  );
}

function demandOf(evidence: Evidence, check: Exclude<Check, { kind: 'any' }>): Demand {
  const balance = evidence.balances.find(({ mint }) => mint === check.mint);
  return buildDemand({
    mint: check.mint,
    tokenProgram:
      balance?.program ?? (evidence.accountKeys.includes(TOKEN_PROGRAM) ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM),
    decimals: balance?.decimals ?? 9,
    minimum: BigInt(check.min_raw),
    burnWallet: check.kind === 'transfer' ? check.owner : null,
    reference: 'LISTBURN001',
    referencePrefixes: ['LISTBURN'],
    unbound: 'accept',
    notBefore: 0,
  });
}

/** Transaction 08 burns 10459158 and mints 845 of the same mint: see docs/decisions/0002-net-burns.md. */
const netBurn = { file: '08-burn-and-transfer-inner-memo-2022.json', min_raw: '10459158', net: '10458313' };

function expectCheck(fixture: Recorded, check: Check): void {
  if (check.kind === 'any') throw new Error('a readable transaction has no check of any kind');
  const evidence = evidenceOf(fixture);
  const judged = (minimum: string) => {
    const demand = demandOf(evidence, { ...check, min_raw: minimum });
    return summary(check.kind === 'burn' ? judgeBurn(evidence, demand) : judgeTransfer(evidence, demand));
  };
  if (fixture.file === netBurn.file && check.kind === 'burn' && check.min_raw === netBurn.min_raw) {
    expect(judged(check.min_raw)).toBe('rejected:amount_below_minimum');
    expect(judged(netBurn.net)).toBe('verified');
    return;
  }
  expect(judged(check.min_raw)).toBe(check.expect.replace(/ \(.*$/, ''));
}

function summary(verdict: Verdict): string {
  return verdict.outcome === 'accepted' ? 'verified' : `${verdict.outcome}:${verdict.code}`;
}
