import type { LastLeaf, PublicState } from './public-state.ts';

/**
 * What an operation may change of what is public. All else that differs from the last leaf was changed past the product:
 * the operation records it as it was, so that the audit goes on naming it.
 */
export type Change =
  /** A report is shown, or no more. */
  | 'report'
  /** What a report or praise says. */
  | 'text'
  /** The status, by a decision. */
  | 'status'
  /** What a case names. */
  | 'names'
  /** How X calls its account now. */
  | 'aliases'
  | 'statement'
  /** A moderator has read a statement, or decides it again. */
  | 'reading'
  /** X has confirmed a post, or that matters no more. */
  | 'confirmation'
  /** An appeal is opened, its sender proven, or it is decided. */
  | 'appeal'
  | 'proof'
  | 'verdict'
  | 'reply'
  | 'praise'
  | 'burn'
  /** A post was read, or it is or was gone when it was read again. */
  | 'post'
  | 'gone'
  /** Anything is shown no more. */
  | 'erasure';

const fieldsOf = <By extends Change | 'never'>(change: By, fields: string): Record<string, By> =>
  Object.fromEntries(fields.split(' ').map((field) => [field, change]));

const text = fieldsOf('text', 'username post category reported reference text quote quoted evidence');

const keptPost = {
  entry: 'post',
  endsFreely: true,
  fields: { ...fieldsOf('post', 'post fetched answer text'), gone: 'gone' },
} as const;

/** `endsFreely`: no change ends it, but that its entry links to another post now. */
type Rule = { entry: Change; endsFreely?: boolean; fields: Record<string, Change | 'never'> };

/** By kind: which change begins and ends it, and which one a field needs. Counts need none. */
const rules: Record<string, Rule> = {
  report: {
    entry: 'report',
    fields: {
      ...text,
      ...fieldsOf('status', 'status rule'),
      unconfirmed: 'confirmation',
      traces: 'names',
      ...fieldsOf('aliases', 'aliases handleChanged'),
    },
  },
  statement: {
    entry: 'statement',
    fields: {
      ...fieldsOf('never', 'post made text'),
      ...fieldsOf('statement', 'loss'),
      ...fieldsOf('reading', 'reviewed'),
      unconfirmed: 'confirmation',
    },
  },
  decision: { entry: 'status', fields: fieldsOf('never', 'status rule reason role at from to') },
  appeal: {
    entry: 'appeal',
    fields: { opened: 'never', proven: 'proof', ...fieldsOf('verdict', 'due decided decision') },
  },
  reply: { entry: 'reply', fields: { ...fieldsOf('reply', 'written text'), proven: 'proof' } },
  praise: { entry: 'praise', fields: { ...text, ...fieldsOf('praise', 'count reviewed') } },
  burn: { entry: 'burn', fields: fieldsOf('never', 'burned sent decimals at') },
  post: keptPost,
  'post-of-statement': keptPost,
};

/** Whether a leaf says that its subject is public no more. */
export const endOf = (type: string): string | undefined =>
  /-(removed|erased|deleted|withdrawn)$/.exec(type)?.[1];

/** A trace by kind and value, or an alias by name and time; what else is there may change. */
export type Named = readonly [string, string, ...unknown[]];

/**
 * Traces and aliases, with those that no operation can have removed: a renamed account keeps its earlier names, and a
 * statement takes away only what it named.
 */
function withLost(
  before: Record<string, unknown>,
  said: Record<string, unknown>,
  { may, named }: { may: readonly Change[]; named: readonly Named[] },
): Record<string, unknown> {
  const all = (field: 'traces' | 'aliases', mayGo: readonly Named[]) => {
    const [was, is] = [before[field], said[field]] as [Named[] | undefined, Named[]];
    const isIn = (list: readonly Named[], [one, other]: Named) =>
      list.some(([first, second]) => first === one && second === other);
    return [...is, ...(was ?? []).filter((each) => !isIn(is, each) && !isIn(mayGo, each))];
  };
  return {
    ...(may.includes('aliases') && { aliases: all('aliases', []) }),
    ...(may.includes('statement') && { traces: all('traces', named) }),
  };
}

/**
 * The state that an operation with these changes may record; undefined for one that it cannot have made. `named` are the
 * traces of the statements that it touched.
 */
export function within(
  may: readonly Change[],
  state: PublicState,
  last: LastLeaf | undefined,
  named: readonly Named[],
): PublicState | undefined {
  const rule = rules[state.about.kind];
  if (!rule) return state;
  const isLive = last !== undefined && endOf(last.type) === undefined;
  if (state.state !== 'live' || !isLive)
    return may.includes(rule.entry) ||
      (state.state === 'erased' && may.includes('erasure')) ||
      (state.state !== 'live' && rule.endsFreely)
      ? state
      : undefined;
  if (last.record === null) return undefined;
  const before = JSON.parse(last.record) as PublicState['about'];
  const mayChange = (field: string) => {
    const needed = rule.fields[field];
    return needed === undefined || (may as readonly string[]).includes(needed);
  };
  const own = (of: Record<string, unknown>, isOwn: (field: string) => boolean) =>
    Object.fromEntries(
      Object.entries(of).map(([field, value]) => [field, isOwn(field) ? value : before[field]]),
    );
  return {
    ...state,
    about: own(state.about, () => false) as PublicState['about'],
    said: own(
      { ...state.said, ...(state.about.kind === 'report' && withLost(before, state.said, { may, named })) },
      mayChange,
    ),
  };
}
