import { canonicalJson } from '@naughty-list/ledger/leaf';
import { secretOf } from '@naughty-list/service-kit/database/database';
import { openMacs } from '@naughty-list/service-kit/database/encrypted';
import type { Knex } from 'knex';
import type { LastLeaf, PublicState } from './public-state.ts';

/**
 * The public changes that an operation may make. Any other difference from the last leaf was made directly in the database:
 * the operation records the old value, so that the audit keeps reporting it.
 */
export type Change =
  /** A report is published, or taken off the list. */
  | 'report'
  /** The text of a report or praise. */
  | 'text'
  /** The link to its post. */
  | 'link'
  /** It links to another post, so that what was kept of the one before ends. */
  | 'moved'
  /** A statement changes places with the report, or the report's text is withdrawn. */
  | 'lead'
  /** The category, with the report that it was chosen for. */
  | 'category'
  /** The status, by a decision. */
  | 'status'
  /** The traces of a case. */
  | 'names'
  | 'aliases'
  /** Whether the reported name belongs to another account now. */
  | 'handle'
  | 'statement'
  /** The loss that the chain shows. */
  | 'loss'
  /** A moderator has read a statement or praise, or decides it again. */
  | 'reading'
  /** X has confirmed a post, or a decision made that irrelevant. */
  | 'confirmation'
  /** An appeal is opened, its sender proven, or it is decided. */
  | 'appeal'
  | 'proof'
  | 'verdict'
  /** Its deadline is moved, or has passed. */
  | 'due'
  | 'deadline'
  | 'reply'
  | 'praise'
  | 'burn'
  /** A post was kept; one was found deleted, or to exist again. */
  | 'post'
  | 'gone'
  /** Ends anything. */
  | 'erasure';

const fieldsOf = <By extends Change | 'never'>(change: By, fields: string): Record<string, By> =>
  Object.fromEntries(fields.split(' ').map((field) => [field, change]));

const text = { text: 'text', post: 'link', ...fieldsOf('moved', 'quote quoted') } as const;

const keptPost = {
  entry: 'post',
  endsBy: 'moved',
  fields: { ...fieldsOf('post', 'post fetched answer text'), gone: 'gone' },
} as const;

/**
 * `endsBy`: another change that ends it, because its entry links to another post now. `begun` is the field with the
 * time of its beginning, `times` those of its changes: a row with another time was not written by the operation.
 */
type Rule = {
  entry: Change;
  endsBy?: Change;
  begun?: string;
  times?: Partial<Record<Change | 'never', string>>;
  fields: Record<string, Change | 'never'>;
};

/** By kind: the change that begins and ends it, and the one that each field needs. Counts need none. */
const rules: Record<string, Rule> = {
  report: {
    entry: 'report',
    times: { handle: 'handleChanged' },
    fields: {
      ...text,
      ...fieldsOf('never', 'username reported reference'),
      ...fieldsOf('lead', 'evidence'),
      category: 'category',
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
    times: { verdict: 'decided', proof: 'proven', deadline: 'overdue' },
    fields: {
      opened: 'never',
      proven: 'proof',
      due: 'due',
      overdue: 'deadline',
      ...fieldsOf('verdict', 'decided decision'),
    },
  },
  reply: { entry: 'reply', fields: { ...fieldsOf('reply', 'written text'), proven: 'proof' } },
  praise: {
    entry: 'praise',
    fields: { ...text, ...fieldsOf('never', 'username reported count'), reviewed: 'reading' },
  },
  burn: { entry: 'burn', fields: fieldsOf('never', 'burned sent decimals at') },
  post: keptPost,
  'post-of-statement': keptPost,
};

/** How a leaf of this type ended its subject; undefined if it did not. */
export const endOf = (type: string): string | undefined =>
  /-(removed|erased|deleted|withdrawn)$/.exec(type)?.[1];

const rewriting: readonly (Change | 'never')[] = ['text', 'link', 'moved', 'lead', 'category', 'loss'];

/** The fields that a hidden report, statement or praise keeps until it is rewritten; undefined without any. */
export function lasting({ about: { kind }, said }: PublicState): Record<string, unknown> | undefined {
  if (!['report', 'statement', 'praise'].includes(kind) || said.text === undefined) return undefined;
  const isLasting = ([field]: [string, unknown]) =>
    ['never', 'handle', ...rewriting].includes(rules[kind]?.fields[field] ?? '');
  return Object.fromEntries(Object.entries(said).filter(isLasting));
}

/** Makes the code of a hidden entry's fields for its leaf, which reveals a change, but not the fields. */
export type CodeHidden = (state: PublicState) => string | undefined;

export function hiddenCodes(db: Knex): CodeHidden {
  const code = openMacs({ secret: secretOf(db), purpose: 'hidden entries' });
  return (state) => {
    const said = lasting(state);
    return said && code(canonicalJson([state.subject, state.about.case ?? null, said])).toString('base64');
  };
}

/** The code in the leaf of a hidden entry. */
export const hiddenOf = ({ record }: LastLeaf): string | undefined => JSON.parse(record ?? '{}').hidden;

/** A trace by kind and value, or an alias by name and time; further elements may change. */
export type Named = readonly [string, string, ...unknown[]];

/** Goes with the time since which the reported name was another account's, until the operation. No kind or name has spaces. */
export const HAD_LEFT = 'had left';

/**
 * Traces and aliases, with the lost ones that the operation cannot have removed: aliases stay unless a moderator removes one, a
 * statement removes only its own traces, and a status only those of statements, unless it clears the case, which then shows none.
 */
function withLost(
  before: Record<string, unknown>,
  said: Record<string, unknown>,
  { may, named }: { may: readonly Change[]; named: readonly Named[] },
): Record<string, unknown> {
  const all = (field: 'traces' | 'aliases') => {
    const [old, current] = [before[field], said[field]] as [Named[] | undefined, Named[]];
    const isIn = (list: readonly Named[], [one, other]: Named) =>
      list.some(([first, second]) => first === one && second === other);
    return [...current, ...(old ?? []).filter((each) => !isIn(current, each) && !isIn(named, each))];
  };
  return {
    ...(may.includes('aliases') && { aliases: all('aliases') }),
    ...((may.includes('statement') || (may.includes('status') && said.status !== 'cleared')) && {
      traces: all('traces'),
    }),
  };
}

/**
 * The state that an operation with these changes may record; undefined if it cannot have made it. `named` are the traces and
 * aliases that the operation may have removed; `at` is its time.
 */
export function within(
  may: readonly Change[],
  state: PublicState,
  last: LastLeaf | undefined,
  { named, at, codeHidden }: { named: readonly Named[]; at: string; codeHidden: CodeHidden },
): PublicState | undefined {
  const rule = rules[state.about.kind];
  if (!rule) return state;
  // What was erased never comes back.
  if (last && endOf(last.type) === 'erased' && !['erased', 'removed'].includes(state.state)) return undefined;
  const { said } = state;
  const live = last && endOf(last.type) === undefined ? last : undefined;
  const ofKind = Object.values(rule.fields);
  const isRewritten = rewriting.some(
    (change) => ofKind.includes(change) && (may as readonly string[]).includes(change),
  );
  if (state.state === 'live' && !live) {
    const isOther = last && hiddenOf(last) !== undefined && hiddenOf(last) !== codeHidden(state);
    // What was erased never comes back: its last leaf says no more what it was.
    const isForeign =
      last?.record === null || (rule.begun && said[rule.begun] !== at) || (isOther && !isRewritten);
    return may.includes(rule.entry) && !isForeign ? state : undefined;
  }
  const mayEnd =
    may.includes(rule.entry) ||
    (state.state === 'erased' && may.includes('erasure')) ||
    (rule.endsBy && may.includes(rule.endsBy));
  if (!live) {
    const [, leftAt] = (state.about.kind === 'report' && named.find(([what]) => what === HAD_LEFT)) || [];
    // A hidden report must be as its leaf says, but for the name that its account has back.
    const isBack =
      last && leftAt && hiddenOf(last) === codeHidden({ ...state, said: { ...said, handleChanged: leftAt } });
    if (isRewritten || isBack) return state;
    return mayEnd ? { ...state, said: {} } : undefined;
  }
  if (state.state !== 'live' && !mayEnd) return undefined;
  if (live.record === null) return state.state === 'live' ? undefined : { ...state, said: {} };
  const before = JSON.parse(live.record) as PublicState['about'];
  const mayChange = (field: string) => {
    const needed = rule.fields[field];
    if (needed === undefined) return true;
    // With another post a quote ends; none is read any more.
    if (field.startsWith('quote') && said[field] !== null) return false;
    const time = rule.times?.[needed];
    const isOfNow = !time || said[time] === at || (said[time] === null && before[time] !== null);
    return isOfNow && (may as readonly string[]).includes(needed);
  };
  const own = (of: Record<string, unknown>, isOwn: (field: string) => boolean) =>
    Object.fromEntries(
      Object.entries(of).map(([field, value]) => [field, isOwn(field) ? value : before[field]]),
    );
  // A deleted praise has no row: its fields are those of its leaf.
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
