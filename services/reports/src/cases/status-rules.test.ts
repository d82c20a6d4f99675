import type { CaseRule, CaseStatus } from '@naughty-list/contracts/cases';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { expect, it } from 'vitest';
import { type CaseFacts, contradicts, refuseStatus, ruleNeeds } from './status-rules.ts';

const nothing: CaseFacts = {
  before: 'unreviewed',
  independent: 1,
  changes: 0,
  wasCorroborated: false,
  open: 0,
  overdue: 0,
  isContradicted: false,
  granted: 0,
  refused: 0,
  today: '2026-03-05',
};
const period = { from: '2026-03-01', to: '2026-03-05' };

it.each<[CaseStatus, CaseRule, Partial<CaseFacts>, string | undefined]>([
  ['corroborated', 'independent_statements', {}, ruleNeeds.independent(2, 1)],
  ['corroborated', 'independent_statements', { independent: 0 }, ruleNeeds.independent(2, 0)],
  ['corroborated', 'independent_statements', { independent: 2 }, undefined],
  ['corroborated', 'evidence_alone', {}, undefined],
  ['corroborated', 'appeal_unfounded', {}, ruleNeeds.refused],
  ['corroborated', 'appeal_unfounded', { granted: 1 }, ruleNeeds.refused],
  ['corroborated', 'appeal_unfounded', { refused: 1 }, ruleNeeds.corroboratedBefore],
  ['corroborated', 'appeal_unfounded', { refused: 1, changes: 1, wasCorroborated: true }, undefined],
  ['corroborated', 'new_evidence', {}, ruleNeeds.decision],
  ['corroborated', 'new_evidence', { changes: 1 }, undefined],
  ['corroborated', 'new_evidence', { refused: 1 }, undefined],
  ['disputed', 'deadline_passed', {}, ruleNeeds.overdue(0)],
  ['disputed', 'deadline_passed', { open: 1 }, ruleNeeds.overdue(1)],
  ['disputed', 'deadline_passed', { open: 1, overdue: 1 }, undefined],
  ['disputed', 'reply_contradicts', { open: 1 }, ruleNeeds.reply],
  ['disputed', 'reply_contradicts', { open: 1, isContradicted: true }, undefined],
  ['disputed', 'new_evidence', { changes: 1 }, ruleNeeds.dispute],
  ['disputed', 'new_evidence', { changes: 1, open: 1 }, undefined],
  ['disputed', 'new_evidence', { changes: 1, isContradicted: true }, undefined],
  ['compromised', 'compromised_account', {}, ruleNeeds.granted],
  ['compromised', 'compromised_account', { open: 1 }, ruleNeeds.granted],
  ['compromised', 'compromised_account', { refused: 1 }, ruleNeeds.granted],
  ['compromised', 'compromised_account', { granted: 1 }, undefined],
  ['compromised', 'new_evidence', { changes: 1 }, ruleNeeds.granted],
  ['compromised', 'new_evidence', { changes: 1, granted: 1 }, undefined],
  ['cleared', 'report_false', {}, undefined],
  ['cleared', 'report_false', { open: 2 }, ruleNeeds.decided(2)],
  ['cleared', 'not_the_account', { open: 1, granted: 1 }, undefined],
  ['unreviewed', 'status_withdrawn', {}, ruleNeeds.status],
  ['unreviewed', 'status_withdrawn', { before: 'corroborated', changes: 1 }, undefined],
  ['unreviewed', 'appeal_unfounded', {}, ruleNeeds.refused],
  ['unreviewed', 'appeal_unfounded', { before: 'disputed', refused: 1 }, undefined],
  ['unreviewed', 'new_evidence', {}, ruleNeeds.decision],
  ['unreviewed', 'new_evidence', { before: 'cleared', changes: 1 }, undefined],
  ['corroborated', 'evidence_alone', { before: 'cleared' }, decisionTexts.needsNewEvidence],
  ['corroborated', 'report_false', {}, decisionTexts.ruleUnsuitable],
])('%s by %s of a case with %o', (status, rule, facts, message) => {
  expect(refuseStatus({ status, rule, period }, { ...nothing, ...facts })?.message).toBe(message);
});

it.each([undefined, { from: '2026-03-02', to: '2026-03-01' }, { from: '2026-03-02', to: '2026-03-06' }])(
  'compromised needs a period that is over, not %o',
  (period) => {
    const change = { status: 'compromised', rule: 'compromised_account', period } as const;
    expect(refuseStatus(change, { ...nothing, granted: 1 })).toEqual({
      field: 'period',
      message: decisionTexts.periodRequired,
    });
  },
);

it.each<[Parameters<typeof contradicts>[0], CaseRule, boolean]>([
  ['refused', 'report_false', true],
  ['refused', 'not_the_account', true],
  ['refused', 'compromised_account', true],
  ['refused', 'appeal_unfounded', false],
  ['refused', 'evidence_alone', false],
  ['granted', 'appeal_unfounded', true],
  ['granted', 'report_false', false],
  ['partly_granted', 'appeal_unfounded', false],
  ['partly_granted', 'personal_data', false],
])('an appeal %s by %s contradicts itself: %s', (decision, rule, does) => {
  expect(contradicts(decision, rule)).toBe(does);
});
