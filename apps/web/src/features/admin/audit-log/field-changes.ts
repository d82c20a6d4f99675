import type { AuditEntry } from '@naughty-list/contracts/audit-log';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import type { CaseRule, CaseStatus } from '@naughty-list/contracts/cases';
import { caseRules } from '@naughty-list/contracts/decision-texts';
import { actions } from './operations.ts';

/** A field of a row before and after, as text; `undefined` if the row did not exist. */
export type FieldChange = { label: string; before: string | undefined; after: string | undefined };

const labels: Record<string, string> = {
  description: 'Description',
  twitterUrl: 'Link to the post',
  username: 'Username',
  scamCategory: 'Category',
  reportCount: 'Independent reporters',
  reportedAt: 'Reported at',
  tweetContent: 'Post',
  tweetDate: 'Date of the post',
  evidenceUrls: 'Evidence',
  isRemoved: 'Removed',
  held: 'Held',
  isReviewed: 'Read by a moderator',
  removalTxHash: 'Removal transaction',
  burnTransactionHash: 'Burn transaction',
  uniqueBurnAddress: 'Burn reference',
  caseStatus: 'Status',
  statement: 'Statement',
  appeal: 'Appeal',
  decision: 'Decision',
  status: 'Status',
  rule: 'Rule',
  reason: 'Reason',
  period: 'Period',
  was: 'Before',
  of: 'Decided by',
  undone: 'Undone',
  payment: 'Transaction',
  claim: 'Claim',
};

/** The fields that identify a row. */
const identifying = ['description', 'twitterUrl', 'removalTxHash'];

/**
 * The changes of an entry: the fields that an edit changed, the identifying fields of a created or deleted row, or the
 * details of a decision.
 */
export function fieldChanges({
  before,
  after,
  details,
}: Pick<AuditEntry, 'before' | 'after' | 'details'>): FieldChange[] {
  if (details)
    return Object.entries(details).map(([name, text]) => ({
      label: labels[name] ?? name,
      before: undefined,
      after: detailText(name, text),
    }));
  const names = [...new Set([...identifying, ...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    // Every edit increments it.
    if (name === 'version') return [];
    const [left, right] = [asText(before?.[name]), asText(after?.[name])];
    if (before && after ? left === right : !identifying.includes(name) || (left ?? right) === undefined)
      return [];
    return [{ label: labels[name] ?? name, before: left, after: right }];
  });
}

function detailText(name: string, text: string): string {
  if (name === 'undone') return actions[text as AuditEntry['action']]?.name ?? text;
  if (name === 'rule') return caseRules[text as CaseRule] ?? text;
  return name === 'status' ? (caseTexts.status[text as CaseStatus] ?? text) : text;
}

function asText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
