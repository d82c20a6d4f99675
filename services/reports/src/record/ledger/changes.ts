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
  /** The post that it links to. */
  | 'link'
  /** Other words lead the case: those of a statement, with which the report changes places, or none of its reporter's. */
  | 'lead'
  /** The status, by a decision. */
  | 'status'
  /** What a case names. */
  | 'names'
  /** How X calls its account now. */
  | 'aliases'
  /** Whether that name belongs to another account now. */
  | 'handle'
  | 'statement'
  /** What the chain says about a loss. */
  | 'loss'
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

const text = { ...fieldsOf('text', 'text'), ...fieldsOf('link', 'post quote quoted') };

const keptPost = {
  entry: 'post',
  endsFreely: true,
  fields: { ...fieldsOf('post', 'post fetched answer text'), gone: 'gone' },
} as const;

/**
 * `endsFreely`: no change ends it, but that its entry links to another post now. `begun` is the field with the time at
 * which it begins, and `times` has those of its changes: rows of other times were not written by the operation.
 */
type Rule = {
  entry: Change;
  endsFreely?: boolean;
  begun?: string;
  times?: Partial<Record<Change | 'never', string>>;
  fields: Record<string, Change | 'never'>;
};

/** By kind: which change begins and ends it, and which one a field needs. Counts need none. */
const rules: Record<string, Rule> = {
  report: {
    entry: 'report',
    times: { handle: 'handleChanged' },
    fields: {
      ...text,
      ...fieldsOf('never', 'username reported reference'),
      ...fieldsOf('lead', 'category evidence'),
      ...fieldsOf('status', 'status rule'),
      unconfirmed: 'confirmation',
      traces: 'names',
      aliases: 'aliases',
      handleChanged: 'handle',
    },
  },
  statement: {
    entry: 'statement',
    fields: {
      made: 'never',
      ...fieldsOf('lead', 'post text'),
      loss: 'loss',
      reviewed: 'reading',
      unconfirmed: 'confirmation',
    },
  },
  decision: { entry: 'status', begun: 'at', fields: fieldsOf('never', 'status rule reason role at from to') },
  appeal: {
    entry: 'appeal',
    begun: 'opened',
    times: { verdict: 'decided', proof: 'proven' },
    fields: { opened: 'never', proven: 'proof', ...fieldsOf('verdict', 'due decided decision') },
  },
  reply: { entry: 'reply', fields: { ...fieldsOf('reply', 'written text'), proven: 'proof' } },
  praise: {
    entry: 'praise',
    fields: { ...text, ...fieldsOf('never', 'username reported count'), reviewed: 'praise' },
  },
  burn: { entry: 'burn', fields: fieldsOf('never', 'burned sent decimals at') },
  post: keptPost,
  'post-of-statement': keptPost,
};

/** Whether a leaf says that its subject is public no more. */
export const endOf = (type: string): string | undefined =>
  /-(removed|erased|deleted|withdrawn)$/.exec(type)?.[1];

const rewriting: readonly (Change | 'never')[] = ['text', 'link', 'lead', 'loss'];

/** What a hidden report, statement or praise goes on saying, unless it is rewritten; undefined where nothing of it is left. */
export function lasting({ about: { kind }, said }: PublicState): Record<string, unknown> | undefined {
  if (!['report', 'statement', 'praise'].includes(kind) || said.text === undefined) return undefined;
  const isLasting = ([field]: [string, unknown]) =>
    ['never', 'handle', ...rewriting].includes(rules[kind]?.fields[field] ?? '');
  return Object.fromEntries(Object.entries(said).filter(isLasting));
}

/** Makes the code of what a hidden entry says, which its leaf has: it tells a change, and not what was said. */
export type CodeHidden = (state: PublicState) => string | undefined;

/** The code of what it says that the leaf of a hidden entry has. */
export const hiddenOf = ({ record }: LastLeaf): string | undefined => JSON.parse(record ?? '{}').hidden;

/** A trace by kind and value, or an alias by name and time; what else is there may change. */
export type Named = readonly [string, string, ...unknown[]];

/**
 * Traces and aliases, with those that no operation can have removed: a renamed account keeps its earlier names but for one
 * that a moderator removes, a statement takes away only what it named, and a status only what statements name.
 */
function withLost(
  before: Record<string, unknown>,
  said: Record<string, unknown>,
  { may, named }: { may: readonly Change[]; named: readonly Named[] },
): Record<string, unknown> {
  const all = (field: 'traces' | 'aliases') => {
    const [was, is] = [before[field], said[field]] as [Named[] | undefined, Named[]];
    const isIn = (list: readonly Named[], [one, other]: Named) =>
      list.some(([first, second]) => first === one && second === other);
    return [...is, ...(was ?? []).filter((each) => !isIn(is, each) && !isIn(named, each))];
  };
  return {
    ...(may.includes('aliases') && { aliases: all('aliases') }),
    ...((may.includes('statement') || may.includes('status')) && { traces: all('traces') }),
  };
}

/**
 * The state that an operation with these changes may record; undefined for one that it cannot have made. `named` are the
 * traces that may go with what it touched, and a name that it removed; `at` is its time.
 */
export function within(
  may: readonly Change[],
  state: PublicState,
  last: LastLeaf | undefined,
  { named, at, codeHidden }: { named: readonly Named[]; at: string; codeHidden: CodeHidden },
): PublicState | undefined {
  const rule = rules[state.about.kind];
  if (!rule) return state;
  const { said } = state;
  const live = last && endOf(last.type) === undefined ? last : undefined;
  const isRewritten = rewriting.some((change) => (may as readonly string[]).includes(change));
  if (state.state === 'live' && !live) {
    const isOther = last && hiddenOf(last) !== undefined && hiddenOf(last) !== codeHidden(state);
    const isForeign = (rule.begun && said[rule.begun] !== at) || (isOther && !isRewritten);
    return may.includes(rule.entry) && !isForeign ? state : undefined;
  }
  const mayEnd =
    may.includes(rule.entry) || (state.state === 'erased' && may.includes('erasure')) || rule.endsFreely;
  if (!live) return isRewritten ? state : mayEnd ? { ...state, said: {} } : undefined;
  if (state.state !== 'live' && !mayEnd) return undefined;
  if (live.record === null) return state.state === 'live' ? undefined : { ...state, said: {} };
  const before = JSON.parse(live.record) as PublicState['about'];
  const mayChange = (field: string) => {
    const needed = rule.fields[field];
    if (needed === undefined) return true;
    const time = rule.times?.[needed];
    const isOfNow = !time || said[time] === at || (said[time] === null && before[time] !== null);
    return isOfNow && (may as readonly string[]).includes(needed);
  };
  const own = (of: Record<string, unknown>, isOwn: (field: string) => boolean) =>
    Object.fromEntries(
      Object.entries(of).map(([field, value]) => [field, isOwn(field) ? value : before[field]]),
    );
  // A deleted praise has no row, and said what its leaf says.
  if (state.state !== 'live') return { ...state, said: own({ ...before, ...said }, mayChange) };
  return {
    ...state,
    about: own(state.about, () => false) as PublicState['about'],
    said: own(
      { ...said, ...(state.about.kind === 'report' && withLost(before, said, { may, named })) },
      mayChange,
    ),
  };
}
