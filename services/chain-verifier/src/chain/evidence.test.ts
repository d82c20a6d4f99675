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
  const long = error('x'.repeat(2_000));
  expect(long).toMatchObject({ evidence: { error: `"${'x'.repeat(1_999)}` } });
  expect(error(false)).toMatchObject({ evidence: { success: false, error: 'false' } });
});

it.each<[string, object, object]>([
  ['no outcome', { err: undefined }, fault('incomplete_response')],
  ['an older status that says so too', { status: { Ok: null } }, { ok: true }],
  ['no older status', { status: null }, { ok: true }],
  ['an older status of another form', { status: 'Ok' }, { ok: true }],
  ['an older status that says otherwise', { status: { Err: 'x' } }, fault('evidence_conflict')],
  ['an older status alone that says otherwise', { err: 'x' }, fault('evidence_conflict')],
])('of a success, %s', (_what, changes, wanted) => {
  expect(withMeta(changes)).toMatchObject(wanted);
});

it.each<[string, unknown, string]>([
  ['null', null, 'not_found_yet'],
  ['nothing', undefined, 'malformed_response'],
  ['a text', 'x', 'malformed_response'],
  ['an answer without meta', { slot: 1 }, 'incomplete_response'],
  ['an answer with a meta of null', { slot: 1, meta: null }, 'incomplete_response'],
  ['an answer without a slot', { meta: {} }, 'malformed_response'],
])('%s is no transaction', (_what, answer, code) => {
  expect(readEvidence({ answer, signature: 'x' })).toMatchObject(fault(code));
});

it('any response is read without throwing, with a short result', () => {
  const answer = Object.defineProperty({}, 'meta', {
    get: () => {
      throw new Error('hostile');
    },
  });
  expect(readEvidence({ answer, signature: 'x' })).toEqual({
    ok: false,
    fault: { code: 'malformed_response', detail: 'the answer could not be read' },
  });
  const { answer: other } = buildTransaction(sound);
  expect(readEvidence({ answer: other, signature: 'x' })).toMatchObject(fault('response_mismatch'));
});

it('a fault states its place', () => {
  const { answer, signature } = buildTransaction(sound);
  const { meta } = answer;
  const lists = [meta.preTokenBalances, meta.postTokenBalances] as Record<string, unknown>[][];
  for (const [entry] of lists) Object.assign(entry ?? {}, { uiTokenAmount: null });
  const result = readEvidence({ answer, signature });
  expect(result).toEqual({
    ok: false,
    fault: { code: 'malformed_response', detail: 'uiTokenAmount is not an object' },
  });
});
