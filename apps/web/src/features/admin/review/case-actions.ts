import { caseTexts } from '@naughty-list/contracts/case-texts';
import { type CaseRule, type CaseStatus, INDEPENDENT_MIN } from '@naughty-list/contracts/cases';
import type {
  ReviewedAppeal,
  ReviewedCase,
  ReviewedStatement,
  ReviewItem,
} from '@naughty-list/contracts/review';
import type { FormKind, Written } from './decision-form.tsx';
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
  const decide = (decision: 'publish' | 'reject', label: string) =>
    void review.decide(
      label,
      () => review.decisions.report(id, { decision }),
      () => review.decisions.report(id, { decision: 'hold' }),
    );
  return [
    {
      key: 'p',
      label: 'Publish',
      look: 'pine',
      run: () => decide('publish', `Published the report about @${username}`),
    },
    {
      key: 'r',
      label: 'Reject',
      look: 'cranberry',
      run: () => decide('reject', `Rejected the report about @${username}`),
    },
  ];
}

/** Publishing and rejecting a statement, held or published; a published one that was read comes first in its case. */
export function ofStatement({ review, reviewed, write }: Parts, statement: ReviewedStatement): Action[] {
  const { id, state, isReviewed } = statement;
  const of = `a statement about @${reviewed.report.username}`;
  const send = (decision: 'publish' | 'reject', label: string, reason = '') =>
    review.decide(
      label,
      () => review.decisions.statement(id, { decision, seen: state, reason }),
      () => review.decisions.statement(id, { decision: 'hold' }),
    );
  const reject: OpenForm = {
    form: { title: 'Reject the statement', asks: 'Reason', text: rejectionTemplate, isOptional: true },
    send: ({ text }) => send('reject', `Rejected ${of}`, text),
  };
  return [
    ...(state === 'held'
      ? [
          {
            key: 'p',
            label: 'Publish',
            look: 'pine' as const,
            run: () => void send('publish', `Published ${of}`),
          },
        ]
      : []),
    ...(state === 'published' && !isReviewed
      ? [
          {
            key: 'p',
            label: 'Mark as read',
            look: 'outline' as const,
            run: () =>
              void review.decide(`Marked ${of} as read`, () =>
                review.decisions.statement(id, { decision: 'publish', seen: state, reason: '' }),
              ),
          },
        ]
      : []),
    ...(state === 'rejected'
      ? []
      : [{ key: 'r', label: 'Reject', look: 'cranberry' as const, run: () => write(reject) }]),
  ];
}

function ofReply({ review, reviewed }: Parts): Action[] {
  const { report, reply } = reviewed;
  if (!reply || reply.published) return [];
  const decide = (decision: 'publish' | 'reject', label: string) =>
    void review.decide(`${label} the reply of @${report.username}`, () =>
      review.decisions.reply(report.id, { decision, at: reply.at }),
    );
  return [
    { key: 'p', label: 'Publish the reply', look: 'pine', run: () => decide('publish', 'Published') },
    { key: 'r', label: 'Reject the reply', look: 'cranberry', run: () => decide('reject', 'Rejected') },
  ];
}

const appealDecisions: { key: string; decision: Decided; label: string; look: Action['look'] }[] = [
  { key: 'g', decision: 'granted', label: 'Grant', look: 'pine' },
  { key: 'h', decision: 'partly_granted', label: 'Grant in part', look: 'outline' },
  { key: 'n', decision: 'refused', label: 'Refuse', look: 'cranberry' },
];

/** The status after a decision that sets none: a refusal undoes the dispute that its appeal caused. */
function statusAfter(decision: Decided, appealId: number, { status, state, changes }: ReviewedCase): string {
  const [latest, before] = changes;
  const endsDispute = decision === 'refused' && state === 'listed' && latest?.appealId === appealId;
  return endsDispute
    ? `As before the dispute: ${caseTexts.status[before?.status ?? 'unreviewed']}`
    : `Unchanged: ${caseTexts.status[status]}`;
}

/** Confirming the account, and rejecting a post that does not prove it. */
function ofProof(
  { review, reviewed, write }: Parts,
  { id, proof }: ReviewedAppeal,
  isFirst: boolean,
): Action[] {
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
        send: ({ text }) =>
          review.decide(`Confirmed the account of @${username}`, () => review.decisions.account(id, text)),
      }),
  };
  if (!postUrl) return [confirm];
  const reject: OpenForm = {
    form: {
      title: `Reject the post of @${username}`,
      asks: 'Message to the appellant',
      text: noProofTemplate,
    },
    send: ({ text }) =>
      review.decide(`Rejected the post of @${username}`, () =>
        review.decisions.noProof(id, { postUrl, text }),
      ),
  };
  return [
    confirm,
    {
      key: 'x',
      label: 'Reject the post',
      look: isFirst ? 'cranberry' : 'outline',
      run: () => write(reject),
    },
  ];
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
  const decide = ({ key, decision, label, look }: (typeof appealDecisions)[number]): Action => ({
    key,
    label,
    look,
    run: () => {
      const { status, rule } = appealDefaults(decision, appeal.grounds);
      write({
        form: {
          title: `${label}: ${of}`,
          asks: 'Public reason',
          text: reasonTemplates[rule],
          ruling: { status, rule, otherwise: statusAfter(decision, appeal.id, reviewed) },
        },
        send: (written) =>
          review.decide(`${label}: ${of}`, () =>
            review.decisions.appeal(appeal.id, {
              decision,
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
      look: 'outline',
      run: () =>
        write({
          form: {
            title: `Write to the appellant about @${reviewed.report.username}`,
            asks: 'Message',
            text: '',
            templates: appeal.grounds === 'personal_data' ? rightsTemplates : messageTemplates,
          },
          send: ({ text }) => review.decide('Message sent', () => review.decisions.message(appeal.id, text)),
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
    look: 'outline',
    run: () =>
      write({
        form: {
          title: `Status of the case of @${report.username}`,
          asks: 'Public reason',
          text: reasonTemplates[ruling.rule],
          ruling,
        },
        send: (written) =>
          review.decide(`Set the status of @${report.username}`, () =>
            review.decisions.status(report.id, {
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
