import { caseTexts, reportedName } from '@naughty-list/contracts/case-texts';
import { type CaseRule, type CaseStatus, INDEPENDENT_MIN } from '@naughty-list/contracts/cases';
import {
  confirmAccount,
  decideAppeal,
  decideHeldReport,
  decideStatement,
  publishReply,
  type ReviewedAppeal,
  type ReviewedCase,
  type ReviewedStatement,
  type ReviewItem,
  rejectPostProof,
  setCaseStatus,
  writeToAccount,
} from '@naughty-list/contracts/review';
import type { FormInput, FormSpec } from './decision-form.tsx';
import { decide } from './review-api.ts';
import type { Action } from './shortcuts.tsx';
import {
  appealDefaults,
  messageTemplates,
  noProofTemplate,
  proofTemplate,
  reasonTemplates,
  rejectionTemplate,
  rightsTemplates,
} from './templates.ts';

type Result = Promise<ReviewedCase>;

/** A decision that a moderator can make on the case, by button or key, at once or with a form. */
export type Decision = Omit<Action, 'run'> & {
  /** Status text after success. */
  done: string;

  undo?: () => Result;
} & ({ form: FormSpec; send: (input: FormInput) => Result } | { form?: undefined; send: () => Result });

export type FormDecision = Decision & { form: FormSpec };

type Item = Pick<ReviewItem, 'kind' | 'id'> | undefined;

/** The decisions available on the case, those of the open item first. */
export function caseDecisions(reviewed: ReviewedCase, item: Item): Decision[] {
  const statement = reviewed.statements.find((each) => item?.kind === 'statement' && each.id === item.id);
  return [
    ...(reviewed.state === 'held' ? heldReportDecisions(reviewed) : []),
    ...(statement && reviewed.state !== 'held' ? statementDecisions(reviewed, statement) : []),
    ...(item?.kind === 'reply' ? replyDecisions(reviewed) : []),
    ...appealDecisions(reviewed, item),
    ...(['listed', 'cleared'].includes(reviewed.state) ? [statusDecision(reviewed, item)] : []),
  ];
}

function heldReportDecisions({ report: { id, username } }: ReviewedCase): Decision[] {
  const to = (decision: 'publish' | 'reject' | 'hold') => () => decide(decideHeldReport, id, { decision });
  const [of, undo] = [`the report about @${username}`, to('hold')];
  return [
    { key: 'p', label: 'Publish', look: 'pine', done: `Published ${of}`, send: to('publish'), undo },
    { key: 'r', label: 'Reject', look: 'cranberry', done: `Rejected ${of}`, send: to('reject'), undo },
  ];
}

/** Publishing or rejecting a held statement; marking a published one as read, or rejecting it. */
export function statementDecisions({ report }: ReviewedCase, statement: ReviewedStatement): Decision[] {
  const { id, state: seen, isReviewed } = statement;
  const of = `a statement about @${report.username}`;
  const undo = () => decide(decideStatement, id, { decision: 'hold' });
  const send = () => decide(decideStatement, id, { decision: 'publish', seen, reason: '' });
  const publish: Decision = { key: 'p', label: 'Publish', look: 'pine', done: `Published ${of}`, send, undo };
  const read: Decision = { key: 'p', label: 'Mark as read', done: `Marked ${of} as read`, send };
  const reject: Decision = {
    key: 'r',
    label: 'Reject',
    look: 'cranberry',
    done: `Rejected ${of}`,
    form: { title: 'Reject the statement', asks: 'Reason', text: rejectionTemplate, isOptional: true },
    send: ({ text }) => decide(decideStatement, id, { decision: 'reject', seen, reason: text }),
    undo,
  };
  if (seen === 'rejected') return [];
  return seen === 'held' ? [publish, reject] : isReviewed ? [reject] : [read, reject];
}

function replyDecisions({ report: { id, username }, reply }: ReviewedCase): Decision[] {
  if (!reply || reply.published) return [];
  const to = (decision: 'publish' | 'reject') => () => decide(publishReply, id, { decision, at: reply.at });
  const of = `@${username}'s reply`;
  return [
    { key: 'p', label: 'Publish the reply', look: 'pine', done: `Published ${of}`, send: to('publish') },
    { key: 'r', label: 'Reject the reply', look: 'cranberry', done: `Rejected ${of}`, send: to('reject') },
  ];
}

const appealOutcomes = [
  { key: 'g', decision: 'granted', label: 'Grant', past: 'Granted', look: 'pine' },
  { key: 'h', decision: 'partly_granted', label: 'Grant in part', past: 'Granted in part', look: 'outline' },
  { key: 'n', decision: 'refused', label: 'Refuse', past: 'Refused', look: 'cranberry' },
] as const;

/** Text of the status after a decision that sets none: it ends the dispute that its appeal caused. */
function statusAfter(appealId: number, { status, state, changes }: ReviewedCase): string {
  const [latest, before] = changes;
  const endsDispute = state === 'listed' && latest?.appealId === appealId;
  return endsDispute
    ? `As before the dispute: ${caseTexts.status[before?.status ?? 'unreviewed']}`
    : `Unchanged: ${caseTexts.status[status]}`;
}

/** Confirming the account by hand, or rejecting its post as proof. `isFirst` highlights them. */
function proofDecisions({ id, proof }: ReviewedAppeal, name: string, isFirst: boolean): Decision[] {
  const { provenAt, postUrl } = proof;
  if (provenAt) return [];
  const confirm: Decision = {
    key: 'c',
    label: 'Confirm the account',
    look: isFirst ? 'pine' : 'outline',
    done: `Confirmed the account of ${name}`,
    form: {
      title: `Confirm the account: ${name}`,
      asks: 'What proves it',
      text: postUrl ? proofTemplate(postUrl) : '',
    },
    send: ({ text }) => decide(confirmAccount, id, { reason: text }),
  };
  if (!postUrl) return [confirm];
  const reject: Decision = {
    key: 'x',
    label: 'Reject the post',
    look: isFirst ? 'cranberry' : 'outline',
    done: `Rejected the post as proof for ${name}`,
    form: {
      title: `Reject the post as proof for ${name}`,
      asks: 'Message to the appellant',
      text: noProofTemplate,
    },
    send: ({ text }) => decide(rejectPostProof, id, { postUrl, text }),
  };
  return [confirm, reject];
}

/** The open appeal that decisions apply to: the item's, or else the first one. */
export function currentAppeal({ appeals }: ReviewedCase, item: Item): ReviewedAppeal | undefined {
  const open = appeals.filter(({ decision }) => decision === null);
  const named = item?.kind === 'appeal' || item?.kind === 'proof' ? item.id : undefined;
  return (
    open.find(({ id }) => id === named) ??
    open.find(({ proof }) => item?.kind === 'proof' && proof.postUrl) ??
    open[0]
  );
}

function appealDecisions(reviewed: ReviewedCase, item: Item): Decision[] {
  const appeal = currentAppeal(reviewed, item);
  if (!appeal) return [];
  const { id, grounds, version } = appeal;
  const { username } = reviewed.report;
  const decisions = appealOutcomes.map(({ decision, past, ...action }): Decision => {
    const title = `${action.label}: appeal about @${username}`;
    const { status, rule } = appealDefaults(decision, grounds);
    const otherwise = statusAfter(id, reviewed);
    return {
      ...action,
      done: `${past}: appeal about @${username}`,
      form: {
        title,
        asks: 'Public reason',
        text: reasonTemplates[rule],
        ruling: { status, rule, otherwise },
      },
      send: (input) => decide(decideAppeal, id, { decision, version, ...input.ruling }),
    };
  });
  const message: Decision = {
    key: 'm',
    label: 'Write a message',
    done: 'Message sent',
    form: {
      title: `Write to the appellant about @${username}`,
      asks: 'Message',
      text: '',
      templates: grounds === 'personal_data' ? rightsTemplates : messageTemplates,
    },
    send: ({ text }) => decide(writeToAccount, id, { text }),
  };
  const isProof = item?.kind === 'proof';
  const proof = proofDecisions(appeal, reportedName(reviewed.report), isProof);
  return isProof ? [...proof, ...decisions, message] : [...decisions, ...proof, message];
}

/** The most likely status and rule: back to unreviewed for a status to check or a cleared case, else corroborated. */
function defaultRuling(
  { status, independence }: ReviewedCase,
  item: Item,
): { status: CaseStatus; rule: CaseRule } {
  if (item?.kind === 'status') return { status: 'unreviewed', rule: 'status_withdrawn' };
  if (status === 'cleared') return { status: 'unreviewed', rule: 'new_evidence' };
  const isSupported = independence.independent >= INDEPENDENT_MIN;
  return { status: 'corroborated', rule: isSupported ? 'independent_statements' : 'evidence_alone' };
}

function statusDecision(reviewed: ReviewedCase, item: Item): Decision {
  const { report, status, version } = reviewed;
  const ruling = defaultRuling(reviewed, item);
  return {
    key: 's',
    label: 'Set the status',
    done: `Set the status of @${report.username}`,
    form: {
      title: `Status of @${report.username}'s case`,
      asks: 'Public reason',
      text: reasonTemplates[ruling.rule],
      ruling,
    },
    send: (input) => decide(setCaseStatus, report.id, { status, version, ...input.ruling }),
  };
}
