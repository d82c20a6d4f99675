import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import { openRunRecord, type RunRecord } from './run-record.ts';

const paid = (payments: string[], subjects: string[]) => ({ kind: 'removal', payments, subjects });
const runRecord = (changes: Partial<RunRecord>): RunRecord => ({ ...openRunRecord(), ...changes });
const fine = { doubled: [], lost: [], wronglyAccepted: [], verdictsApart: [], answeredWrongly: [] };

describe('what came of the payments, against what has to come of them', () => {
  it('finds nothing if each has one effect, and every loser of a race got a refusal', () => {
    const expected = [paid(['a'], ['report:1']), paid(['b', 'c'], ['report:2'])];
    const answered = [
      { subject: 'report:1', payment: 'a', success: true, reason: '200' },
      { subject: 'report:2', payment: 'c', success: false, reason: 'report_already_removed' },
    ];
    const effects = [
      { subject: 'report:1', payment: 'a' },
      { subject: 'report:2', payment: 'b' },
    ];
    const outcome = compare(runRecord({ expected, answered }), { effects, accepted: ['a', 'b'], open: [] });
    expect(outcome).toEqual({ ...fine, validPayments: 2, effects: 2, open: [] });
  });

  it('finds what is lost, doubled, wrongly accepted, undecided, or wrongly answered', () => {
    const expected = [
      paid(['lost'], ['report:1']),
      paid(['twice'], ['report:2', 'report:3']),
      paid(['stolen'], ['report:4']),
    ];
    const answered = [{ subject: 'report:1', payment: 'lost', success: true, reason: '200' }];
    const effects = [
      { subject: 'report:2', payment: 'twice' },
      { subject: 'report:3', payment: 'twice' },
      { subject: 'report:5', payment: 'stolen' },
      { subject: 'report:6', payment: 'worthless' },
    ];
    const accepted = ['twice', 'stolen', 'unused'];
    expect(compare(runRecord({ expected, answered }), { effects, accepted, open: ['a claim'] })).toEqual({
      validPayments: 3,
      effects: 4,
      doubled: ['report:3 by twice'],
      lost: ['removal: report:1 by lost'],
      wronglyAccepted: ['report:5 by stolen', 'report:6 by worthless'],
      verdictsApart: ['unused', 'worthless'],
      answeredWrongly: ['report:1 by lost: answered success'],
      open: ['a claim'],
    });
  });
});
