import { caseTexts } from '@naughty-list/contracts/case-texts';
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
import type { FormKind, Written } from './decision-form.tsx';
import { decision } from './review-api.ts';
import type { Action } from './shortcuts.tsx';
import {
  appealDefaults,
  type Decided,
  messageTemplates,
  noProofTemplate,
  proofTemplate,
  reasonTemplates,
  rejectionTemplate,
  rightsTemplates,
} from './templates.ts';
import type { Review } from './use-review.ts';

/** An open form, and what submitting it does. */
export type OpenForm = { form: FormKind; send: (written: Written) => Promise<boolean> };

type Parts = {
  review: Review;
  reviewed: ReviewedCase;
  item: Pick<ReviewItem, 'kind' | 'id'> | undefined;
  write: (open: OpenForm) => void;
};

/** The actions available on the case, those of the open item first. */
export function caseActions(parts: Parts): Action[] {
  const { reviewed, item } = parts;
  const statement = reviewed.statements.find((each) => item?.kind === 'statement' && each.id === item.id);
  return [
    ...(reviewed.state === 'held' ? heldReport(parts) : []),
    ...(statement && reviewed.state !== 'held' ? ofStatement(parts, statement) : []),
    ...(item?.kind === 'reply' ? ofReply(parts) : []),
    ...ofAppeal(parts),
    ...(['listed', 'cleared'].includes(reviewed.state) ? [setStatus(parts)] : []),
  ];
}

function heldReport({ review, reviewed }: Parts): Action[] {
  const { id, username } = reviewed.report;
  const decide = (decided: 'publish' | 'reject', done: string) => () =>
    void review.decide(
      `${done} the report about @${username}`,
      decision(decideHeldReport, id, { decision: decided }),
      decision(decideHeldReport, id, { decision: 'hold' }),
    );
  return [
    { key: 'p', label: 'Publish', look: 'pine', run: decide('publish', 'Published') },
    { key: 'r', label: 'Reject', look: 'cranberry', run: decide('reject', 'Rejected') },
  ];
}

/** Publishing and rejecting a statement, held or published; a published one that was read comes first in its case. */
export function ofStatement({ review, reviewed, write }: Parts, statement: ReviewedStatement): Action[] {
  const { id, state, isReviewed } = statement;
  const of = `a statement about @${reviewed.report.username}`;
  const hold = decision(decideStatement, id, { decision: 'hold' });
  const publish = decision(decideStatement, id, { decision: 'publish', seen: state, reason: '' });
  const actions: Action[] = [];
  if (state === 'held')
    actions.push({
      key: 'p',
      label: 'Publish',
      look: 'pine',
      run: () => void review.decide(`Published ${of}`, publish, hold),
    });
  if (state === 'published' && !isReviewed)
    actions.push({
      key: 'p',
      label: 'Mark as read',
      run: () => void review.decide(`Marked ${of} as read`, publish),
    });
  if (state !== 'rejected')
    actions.push({
      key: 'r',
      label: 'Reject',
      look: 'cranberry',
      run: () =>
        write({
          form: { title: 'Reject the statement', asks: 'Reason', text: rejectionTemplate, isOptional: true },
          send: ({ text: reason }) =>
            review.decide(
              `Rejected ${of}`,
              decision(decideStatement, id, { decision: 'reject', seen: state, reason }),
              hold,
            ),
        }),
    });
  return actions;
}

function ofReply({ review, reviewed }: Parts): Action[] {
  const { report, reply } = reviewed;
  if (!reply || reply.published) return [];
  const decide = (decided: 'publish' | 'reject', done: string) => () =>
    void review.decide(
      `${done} the reply of @${report.username}`,
      decision(publishReply, report.id, { decision: decided, at: reply.at }),
    );
  return [
    { key: 'p', label: 'Publish the reply', look: 'pine', run: decide('publish', 'Published') },
    { key: 'r', label: 'Reject the reply', look: 'cranberry', run: decide('reject', 'Rejected') },
  ];
}

const appealDecisions: { key: string; decided: Decided; label: string; look: NonNullable<Action['look']> }[] =
  [
    { key: 'g', decided: 'granted', label: 'Grant', look: 'pine' },
    { key: 'h', decided: 'partly_granted', label: 'Grant in part', look: 'outline' },
    { key: 'n', decided: 'refused', label: 'Refuse', look: 'cranberry' },
  ];

/** The status after a decision that sets none: a refusal undoes the dispute that its appeal caused. */
function statusAfter(decided: Decided, appealId: number, { status, state, changes }: ReviewedCase): string {
  const [latest, before] = changes;
  const endsDispute = decided === 'refused' && state === 'listed' && latest?.appealId === appealId;
  return endsDispute
    ? `As before the dispute: ${caseTexts.status[before?.status ?? 'unreviewed']}`
    : `Unchanged: ${caseTexts.status[status]}`;
}

/** Confirming the account, and rejecting a post that does not prove it. */
function ofProof(parts: Parts, { id, proof }: ReviewedAppeal, isFirst: boolean): Action[] {
  const { review, reviewed, write } = parts;
  const { provenAt, postUrl } = proof;
  if (provenAt) return [];
  const { username } = reviewed.report;
  const confirm: Action = {
    key: 'c',
    label: 'Confirm the account',
    look: isFirst ? 'pine' : 'outline',
    run: () =>
      write({
        form: {
          title: `Confirm the account @${username}`,
          asks: 'What proves it',
          text: postUrl ? proofTemplate(postUrl) : '',
        },
        send: ({ text: reason }) =>
          review.decide(`Confirmed the account of @${username}`, decision(confirmAccount, id, { reason })),
      }),
  };
  if (!postUrl) return [confirm];
  const reject: Action = {
    key: 'x',
    label: 'Reject the post',
    look: isFirst ? 'cranberry' : 'outline',
    run: () =>
      write({
        form: {
          title: `Reject the post of @${username}`,
          asks: 'Message to the appellant',
          text: noProofTemplate,
        },
        send: ({ text }) =>
          review.decide(
            `Rejected the post of @${username}`,
            decision(rejectPostProof, id, { postUrl, text }),
          ),
      }),
  };
  return [confirm, reject];
}

/** The open appeal that decisions are about: the item's, or the first one if the case shows only others. */
export function currentAppeal({
  reviewed,
  item,
}: Pick<Parts, 'reviewed' | 'item'>): ReviewedAppeal | undefined {
  const open = reviewed.appeals.filter(({ decision }) => decision === null);
  const named = item?.kind === 'appeal' || item?.kind === 'proof' ? item.id : undefined;
  return (
    open.find(({ id }) => id === named) ??
    open.find(({ proof }) => item?.kind === 'proof' && proof.postUrl) ??
    open[0]
  );
}

function ofAppeal(parts: Parts): Action[] {
  const { review, reviewed, item, write } = parts;
  const appeal = currentAppeal(parts);
  if (!appeal) return [];
  const of = `the appeal of @${reviewed.report.username}`;
  const decide = ({ key, decided, label, look }: (typeof appealDecisions)[number]): Action => ({
    key,
    label,
    look,
    run: () => {
      const { status, rule } = appealDefaults(decided, appeal.grounds);
      write({
        form: {
          title: `${label}: ${of}`,
          asks: 'Public reason',
          text: reasonTemplates[rule],
          ruling: { status, rule, otherwise: statusAfter(decided, appeal.id, reviewed) },
        },
        send: (written) =>
          review.decide(
            `${label}: ${of}`,
            decision(decideAppeal, appeal.id, {
              decision: decided,
              rule: written.rule,
              reason: written.text,
              version: appeal.version,
              ...(written.status && { status: written.status }),
              ...(written.period && { period: written.period }),
            }),
          ),
      });
    },
  });
  const isProof = item?.kind === 'proof';
  const proof = ofProof(parts, appeal, isProof);
  return [
    ...(isProof ? proof : []),
    ...appealDecisions.map(decide),
    ...(isProof ? [] : proof),
    {
      key: 'm',
      label: 'Write a message',
      run: () =>
        write({
          form: {
            title: `Write to the appellant about @${reviewed.report.username}`,
            asks: 'Message',
            text: '',
            templates: appeal.grounds === 'personal_data' ? rightsTemplates : messageTemplates,
          },
          send: ({ text }) => review.decide('Message sent', decision(writeToAccount, appeal.id, { text })),
        }),
    },
  ];
}

/** What moderators most often set: nothing any more where the grounds are gone, else that the report has support. */
function rulingOf({ reviewed: { status, independence }, item }: Parts): {
  status: CaseStatus;
  rule: CaseRule;
} {
  if (item?.kind === 'status') return { status: 'unreviewed', rule: 'status_withdrawn' };
  if (status === 'cleared') return { status: 'unreviewed', rule: 'new_evidence' };
  const isSupported = independence.independent >= INDEPENDENT_MIN;
  return { status: 'corroborated', rule: isSupported ? 'independent_statements' : 'evidence_alone' };
}

function setStatus(parts: Parts): Action {
  const { review, reviewed, write } = parts;
  const { report, status, version } = reviewed;
  const ruling = rulingOf(parts);
  return {
    key: 's',
    label: 'Set the status',
    run: () =>
      write({
        form: {
          title: `Status of the case of @${report.username}`,
          asks: 'Public reason',
          text: reasonTemplates[ruling.rule],
          ruling,
        },
        send: (written) =>
          review.decide(
            `Set the status of @${report.username}`,
            decision(setCaseStatus, report.id, {
              status: written.status ?? status,
              rule: written.rule,
              reason: written.text,
              version,
              ...(written.period && { period: written.period }),
            }),
          ),
      }),
  };
}
