import type { LookUp, SubjectAnswer } from '@naughty-list/contracts/look-up';
import { isHandle } from '@naughty-list/contracts/subject/handle';
import { parseSubjects } from '@naughty-list/contracts/subject/parse-subjects';
import type { Subject } from '@naughty-list/contracts/subject/subject';
import type { Trace } from '@naughty-list/contracts/traces';
import { traceOf } from '@naughty-list/contracts/traces-in';
import { selectPrepared } from '@naughty-list/service-kit/database/database';
import { cached } from '@naughty-list/service-kit/http/cached';
import type { Knex } from 'knex';
import type { FetchOembed } from '../posts/oembed.ts';
import { findCasesNaming } from '../traces.ts';
import { findAccount, findReportedFor } from './find-account.ts';
import { findMeant } from './find-near.ts';

/** The username that wrote the post with this id, if X says. */
export type FindAuthor = (post: string) => Promise<string | undefined>;

/** What both lists say about each subject in a text; undefined for an empty text. */
export async function lookUp(db: Knex, text: string, findAuthor: FindAuthor): Promise<LookUp | undefined> {
  const subjects = parseSubjects(text);
  if (subjects.length === 0) return undefined;
  return { answers: await Promise.all(subjects.map((subject) => answer(db, subject, findAuthor))) };
}

type Account = Extract<Subject, { kind: 'account' }>;

async function answer(db: Knex, subject: Subject, findAuthor: FindAuthor): Promise<SubjectAnswer> {
  if (subject.kind === 'account') return answerAccount(db, subject);
  if (subject.kind === 'post') {
    const username = (await findReportedFor(db, subject.id)) ?? (await findAuthor(subject.id));
    return username
      ? answerAccount(db, { kind: 'account', username, post: subject.id })
      : { ...nothingFound, subject };
  }
  const trace = traceOf(subject);
  const [meant, naming, isReceipt] = await Promise.all([
    'names' in subject ? findMeant(db, subject.names) : [],
    trace ? findNaming(db, trace) : nothingFound.naming,
    subject.kind === 'transaction' && isRemoval(db, subject.value),
  ]);
  return { ...nothingFound, subject, meant, naming, isReceipt };
}

const nothingFound = {
  naughty: null,
  burned: null,
  nice: null,
  near: [],
  meant: [],
  isReceipt: false,
  naming: { trace: null, total: 0, cases: [] },
};

/** X opens a post under any username in its URL, so it may have been reported for another account than the URL names. */
async function answerAccount(db: Knex, subject: Account): Promise<SubjectAnswer> {
  const { username, post } = subject;
  const [found, reported] = await Promise.all([
    findAccount(db, username),
    post === undefined ? undefined : findReportedFor(db, post),
  ]);
  const isReported = (name: string) => name.toLowerCase() === reported?.toLowerCase();
  const isAnother = reported !== undefined && !isReported(username);
  const alike = isAnother && !found.naughty ? await findMeant(db, [reported]) : [];
  const meant = alike.filter((each) => isReported(each.username));
  return { ...nothingFound, subject, ...found, naming: firstCases(found.naming), meant };
}

const SHOWN_MAX = 5;

const firstCases = ({ cases, ...naming }: SubjectAnswer['naming']) => ({
  ...naming,
  cases: cases.slice(0, SHOWN_MAX),
});

async function findNaming(db: Knex, trace: Trace): Promise<SubjectAnswer['naming']> {
  const { cases, total, ...found } = await findCasesNaming(db, trace);
  return firstCases({ trace: found, total, cases });
}

const findRemoval = {
  name: 'removal of a transaction',
  text: "select from reports.removal_claims where signature = $1 and status = 'removed' limit 1",
};

const isRemoval = (db: Knex, signature: string) =>
  selectPrepared(db, findRemoval, [signature]).then(({ length }) => length > 0);

const CACHE = { max: 1_000, ttlMs: 3_600_000 };
const MAX_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** Asks X who wrote a post: cached, and at most 30 times a minute. Undefined if X does not answer or may not be asked. */
export function createFindAuthor(fetchOembed: FetchOembed | undefined): FindAuthor {
  if (!fetchOembed) return async () => undefined;
  const authors = cached<Promise<string | undefined>>(CACHE);
  let minute = 0;
  let calls = 0;
  const readAuthor = async (postId: string) => {
    const now = Math.floor(Date.now() / MINUTE_MS);
    if (now !== minute) [minute, calls] = [now, 0];
    if (calls >= MAX_PER_MINUTE) throw new Error('too many calls to X in this minute');
    calls += 1;
    // `i` stands for any author.
    const answer = await fetchOembed({ username: 'i', postId });
    const name = URL.parse(answer?.author_url ?? '')?.pathname.slice(1) ?? '';
    return isHandle(name) ? name : undefined;
  };
  return (post) => authors.get(post, () => readAuthor(post)).catch(() => undefined);
}
