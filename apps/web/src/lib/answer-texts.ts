import { dateText, reportedName } from '@naughty-list/contracts/case-texts';
import type { SubjectAnswer } from '@naughty-list/contracts/look-up';
import { unknownTexts } from '@naughty-list/contracts/subject/unknown-texts';
import { praiseText } from './praise-text.ts';

/** How an answer looks; each differs in color, shape and words. */
export type AnswerForm = 'listed' | 'calm' | 'burned' | 'praised' | 'absent' | 'unchecked';

export type AnswerText = {
  form: AnswerForm;
  /** How the text was understood, such as a link. */
  asked: string;
  /** The name or address, as large as the verdict. */
  name: string;
  verdict: string;
  /** What the verdict does not mean; as large as the verdict. */
  warning?: string;
  text: string;
  stamp?: { status: Case['status']; at: string };
  /** Whether the name may be another account's than the reported one. */
  mayReport?: true;
};

const praised = (times: number, since: string) =>
  times === 1 ? `once, on ${dateText(since)}` : `${times} times since ${dateText(since)}`;

/** `Reported by 3 independent reporters since …`; the server sends a count of 1 below three. */
const reportedText = ({ times, since }: Case) =>
  `Reported ${times > 1 ? `by ${times} independent reporters since` : 'on'} ${dateText(since)}`;

const NOT_SAFE = "That doesn't mean it's safe.";
const CHECK_NEXT =
  'What to check next: how old the account is, what it used to post, who vouches for it, and every letter of its name.';

export function answerText(answer: SubjectAnswer): AnswerText {
  const { subject } = answer;
  return subject.kind === 'account' ? accountText(answer, subject) : otherText(subject, answer);
}

type Account = Extract<SubjectAnswer['subject'], { kind: 'account' }>;

function accountText({ naughty, burned, nice }: SubjectAnswer, { username, post }: Account): AnswerText {
  const name = `@${(naughty && shownName(naughty, username)) ?? burned?.username ?? nice?.username ?? username}`;
  const common = { name, asked: `You asked about the X account${post ? ' linked to this post' : ''}` };
  if (naughty) return { ...common, ...caseText(name, naughty, username) };
  if (burned) return { ...common, ...burnedText(name, burned.at) };
  if (nice?.isReviewed)
    return {
      ...common,
      form: 'praised',
      verdict: 'On the Nice List',
      text: `Praised ${praised(nice.times, nice.since)}. A moderator has read the praise. That's not a guarantee.`,
    };
  return {
    ...common,
    form: 'absent',
    verdict: nice ? `Not on the Naughty List. ${praiseText(nice)}.` : 'Not on either list.',
    warning: NOT_SAFE,
    text: CHECK_NEXT,
  };
}

type Text = Pick<AnswerText, 'form' | 'verdict' | 'text' | 'stamp' | 'mayReport'>;

type Case = NonNullable<SubjectAnswer['naughty']>;

function caseText(name: string, found: Case, lookedUp: string): Text {
  const { status, statusSince, handleChangedAt } = found;
  const stamp = { status, at: statusSince };
  const reported = reportedText(found);
  const renamed = renameText(found, lookedUp);
  const state = status === 'unreviewed' ? ' Not reviewed yet.' : '';
  if (handleChangedAt && isSameName(found.username, lookedUp))
    return {
      form: 'calm',
      verdict: 'This handle has changed hands',
      text: `By ${dateText(handleChangedAt)}, ${name} no longer belonged to the reported account. The report is about the account that had it before. ${renamed}The case page says more.`,
      stamp,
      mayReport: true,
    };
  const former = formerAlias(found, lookedUp);
  if (former && isSameName(found.username, lookedUp))
    return {
      form: 'calm',
      verdict: 'The reported account has left this handle',
      text: `${renamed}${reported}.${state} Someone else may have ${name} by now. The case page says more.`,
      stamp,
      mayReport: true,
    };
  if (status === 'compromised')
    return {
      form: 'calm',
      verdict: 'This account was compromised',
      text: `${renamed}${reported}. A moderator found that someone else controlled ${name} at the time. The case page says when.`,
      stamp,
    };
  if (status === 'cleared')
    return {
      form: 'calm',
      verdict: 'Cleared',
      text: `${renamed}${name} was reported, and a moderator cleared it on ${dateText(statusSince)}. The case page says why.`,
      stamp,
    };
  return {
    form: 'listed',
    verdict: 'On the Naughty List',
    text: `${renamed}${reported}.${state}${former ? ` Someone else may have @${former.username} by now.` : ''}`,
    stamp,
  };
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const currentAlias = ({ aliases }: Case) => aliases.find(({ isCurrent }) => isCurrent);

const formerAlias = ({ aliases }: Case, lookedUp: string) =>
  aliases.find(({ isCurrent, username }) => !isCurrent && isSameName(username, lookedUp));

/** The reported name, unless it is another account's now and was not asked about. */
const shownName = (found: Case, lookedUp: string) =>
  found.handleChangedAt && !isSameName(found.username, lookedUp)
    ? (currentAlias(found)?.username ?? lookedUp)
    : found.username;

/** The account's current name, and when it had the name that was looked up. */
function renameText(found: Case, lookedUp: string): string {
  const who = reportedName(found).replace(/^a/, 'A');
  const now = currentAlias(found);
  const former = formerAlias(found, lookedUp);
  // The private check knows the account by no other name.
  if (former && isSameName(found.username, lookedUp))
    return `The reported account had left @${former.username} by ${dateText(former.seenAt)}. `;
  return [
    former ? `${who} called itself @${former.username}, seen ${dateText(former.seenAt)}. ` : '',
    now ? `${who} now calls itself @${now.username}, seen ${dateText(now.seenAt)}. ` : '',
  ].join('');
}

const burnedText = (name: string, at: string): Text => ({
  form: 'burned',
  verdict: 'Removed by a payment',
  text: `${name} was listed; its report was silenced by a payment on ${dateText(at)}. Nobody decided that it was false.`,
});

const traceNames = {
  domain: 'the site',
  telegram: 'the Telegram name',
  discord: 'the Discord account',
  instagram: 'the Instagram account',
  tiktok: 'the TikTok account',
  youtube: 'the YouTube channel',
  facebook: 'the Facebook page',
  threads: 'the Threads account',
  reddit: 'the Reddit account',
  github: 'the GitHub account',
  sns: 'the Solana name',
  ens: 'the Ethereum name',
} as const;

const CHECK_SENDER = 'Check the account that sent it to you as well: paste its @name.';

function otherText(
  subject: Exclude<SubjectAnswer['subject'], Account>,
  { naming: { total }, isReceipt }: SubjectAnswer,
): AnswerText {
  const named = total === 1 ? 'A report names this' : 'Reports name this';
  const verdict = total > 0 ? named : "I can't say who is behind this";
  const text = `I can't verify who it belongs to. ${CHECK_SENDER}`;
  const common = { form: 'unchecked', text, verdict } as const;
  switch (subject.kind) {
    case 'post':
      return {
        ...common,
        asked: 'You asked about a post on X',
        name: `Post ${subject.id}`,
        verdict: "I can't see who wrote this post",
        text: 'No report has a link to it. Open it and paste the @name you see.',
      };
    case 'address':
      return {
        ...common,
        asked: `You asked about ${subject.chain === 'solana' ? 'a Solana' : 'an EVM'} address`,
        name: subject.value,
      };
    case 'transaction':
      return {
        ...common,
        asked: 'You asked about a transaction',
        name: subject.value,
        text: `I can't verify who made it. ${CHECK_SENDER}`,
        ...(isReceipt && {
          verdict: 'This paid for the removal of a report',
          text: 'Its receipt shows what the chain says.',
        }),
      };
    case 'trace':
      return { ...common, asked: `You asked about ${traceNames[subject.of]}`, name: subject.value };
    case 'words':
      return {
        ...common,
        asked: 'You asked about the words',
        name: `“${subject.text}”`,
        verdict: "This isn't a name I can check",
        text: 'To check an account, paste its @name, or a link to its profile or post.',
      };
    case 'unknown':
      return {
        ...common,
        asked: 'You pasted',
        name: subject.text,
        verdict: 'Not something I can check',
        text: unknownTexts[subject.why],
      };
  }
}

/** Whether reports mention the text; `found` of them are listed below. */
export function mentionText(
  { subject, naughty, naming, isReceipt }: SubjectAnswer,
  found: number,
): string | undefined {
  const { kind } = subject;
  // Anyone can write a name into a report of another account.
  if (kind === 'account')
    return found > 0 && !naughty ? 'The reports below are about other accounts.' : undefined;
  if (kind === 'post' || kind === 'unknown' || isReceipt || naming.total > 0) return undefined;
  if (kind === 'words')
    return found > 0
      ? 'Reports that mention these words are below.'
      : 'No report contains this exact phrase.';
  return found > 0
    ? 'Reports with these letters in a name or text are below.'
    : `No report mentions it. ${NOT_SAFE}`;
}
