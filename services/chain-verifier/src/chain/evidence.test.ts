import { expect, it } from 'vitest';
import { type Answer, BLOCK_TIME, buildTransaction } from '../../test/conformance/build-transaction.ts';
import { holding, M, N, U, uA } from '../../test/conformance/judge-scenario.ts';
import { key } from '../../test/conformance/keys.ts';
import { burn } from '../../test/conformance/operations.ts';
import { readEvidence } from './evidence.ts';

const sound = { operations: [burn(uA, M, 5n)], accounts: { [uA]: holding(U, N) } };
const failed = { ...sound, err: { InstructionError: [0, 'Custom'] } };

function read(change: (answer: Answer) => void, scenario: Parameters<typeof buildTransaction>[0] = sound) {
  const { answer, signature } = buildTransaction(scenario);
  change(answer);
  return readEvidence({ answer, signature });
}
const withMeta = (changes: object, scenario = sound) =>
  read(({ meta }) => void Object.assign(meta, changes), scenario);
const fault = (code: string) => ({ ok: false, fault: { code } });

it('a transaction has its slot, time, payer and signers', () => {
  const { answer, signature } = buildTransaction({ ...sound, signers: [U, key('second')] });
  expect(readEvidence({ answer, signature })).toMatchObject({
    ok: true,
    evidence: {
      signature,
      slot: 450_000_000,
      blockTime: BLOCK_TIME,
      version: 'legacy',
      success: true,
      error: null,
      feePayer: U,
      signers: [U, key('second')],
      signaturesChecked: true,
      innerRecorded: true,
    },
  });
});

it('the time of the block may be missing, and is a whole number otherwise', () => {
  const at = (blockTime: unknown) => read((answer) => void Object.assign(answer, { blockTime }));
  for (const none of [undefined, null]) expect(at(none)).toMatchObject({ evidence: { blockTime: null } });
  expect(at(0)).toMatchObject({ evidence: { blockTime: 0 } });
  for (const wrong of ['1', -1, 1.5]) expect(at(wrong)).toMatchObject(fault('malformed_response'));
});

it('a failure keeps its text, up to 2000 characters', () => {
  const error = (err: unknown) => withMeta({ err, status: null }, failed);
  expect(error('AccountInUse')).toMatchObject({ evidence: { success: false, error: '"AccountInUse"' } });
  expect(error('x'.repeat(2_000))).toMatchObject({ evidence: { error: `"${'x'.repeat(1_999)}` } });
  expect(error(false)).toMatchObject({ evidence: { success: false, error: 'false' } });
});

it('an older status of another form says nothing', () => {
  expect(withMeta({ status: 'Ok' })).toMatchObject({ ok: true });
});

it('a fault states its place', () => {
  const { answer, signature } = buildTransaction(sound);
  const { meta } = answer;
  const lists = [meta.preTokenBalances, meta.postTokenBalances] as Record<string, unknown>[][];
  for (const [entry] of lists) Object.assign(entry ?? {}, { uiTokenAmount: null });
  expect(readEvidence({ answer, signature })).toEqual({
    ok: false,
    fault: { code: 'malformed_response', detail: 'uiTokenAmount is not an object' },
  });
});
