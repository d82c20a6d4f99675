import { nonTraces } from './non-traces.ts';
import { subjectsIn } from './subject/parse-subjects.ts';
import { readInvitation } from './subject/read-url.ts';
import type { Subject } from './subject/subject.ts';
import { TRACE_VALUE_MAX_LENGTH, toTrace } from './trace-texts.ts';
import type { Trace } from './traces.ts';

/** More in one text are left out. */
export const TRACES_MAX = 20;

/** What a text names: addresses, transactions, websites, chats and accounts. */
export function tracesIn(text: string): Trace[] {
  const found = new Map<string, Trace>();
  for (const subject of subjectsIn(text)) {
    const trace = traceOf(subject);
    if (trace && !nonTraces[trace.kind]?.has(trace.value)) found.set(`${trace.kind} ${trace.value}`, trace);
  }
  return [...found.values()].slice(0, TRACES_MAX);
}

/** What reports may name of a subject; an invitation is one, too, though it names no account. */
export function traceOf(subject: Subject): Trace | undefined {
  const trace = named(subject);
  return trace && trace.value.length <= TRACE_VALUE_MAX_LENGTH ? toTrace(trace.kind, trace.value) : undefined;
}

function named(subject: Subject): Trace | undefined {
  switch (subject.kind) {
    case 'account':
      return { kind: 'x', value: subject.username };
    case 'address':
      return { kind: subject.chain, value: subject.value };
    case 'transaction':
      return { kind: 'transaction', value: subject.value };
    case 'trace':
      return { kind: subject.of, value: subject.value };
    case 'unknown':
      return subject.why === 'invite' ? readInvitation(subject.text) : undefined;
    default:
      return undefined;
  }
}

type Named = {
  username: string;
  description: string;
  alsoUsed?: string | undefined;
  leftOut?: readonly Trace[] | undefined;
};

/** What a report or statement names, without its own account and what its author left out. */
export function tracesOf({ username, description, alsoUsed = '', leftOut = [] }: Named): Trace[] {
  const others = [{ kind: 'x', value: username.toLowerCase() }, ...leftOut];
  return tracesIn(`${description}\n${alsoUsed}`).filter(
    (trace) => !others.some(({ kind, value }) => kind === trace.kind && value === trace.value),
  );
}
