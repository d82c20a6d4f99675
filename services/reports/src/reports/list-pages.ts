import type { Knex } from 'knex';
import { toReport } from './report.ts';
import { type ListState, readListState, selectPage } from './repository.ts';

export type Page = {
  /** Weak: the same list in any encoding. */
  etag: string;
  /** How many reports are listed in all. */
  total: number;
  /** The JSON, ready to send; undefined when the caller has it already. */
  json: Buffer | undefined;
};

export type PageRequest = { limit: number; offset: number; knownEtags: readonly string[] };

/** Pages of the list as bytes, made once per change of the list. */
export type ListPages = { read(request: PageRequest): Promise<Page> };

const KEPT_PAGES = 32;

/**
 * Every read compares the list's version in the database, so that a change by any process shows in the next answer;
 * what is saved is reading and writing out the rows.
 */
export function createListPages(db: Knex): ListPages {
  const kept = new Map<string, Promise<Buffer>>();
  let keptVersion = '';
  const currentState = sharedRead(() => readListState(db));

  function forgetOlder({ epoch, version }: ListState): void {
    const now = `${epoch}.${version}`;
    if (now === keptVersion) return;
    kept.clear();
    keptVersion = now;
  }

  async function json(state: ListState, limit: number, offset: number): Promise<Buffer> {
    forgetOlder(state);
    const key = `${limit}.${offset}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = makePage(db, limit, offset);
    kept.set(key, made);
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT_PAGES && oldest !== undefined) kept.delete(oldest);
    // A failed read is not kept.
    made.catch(() => kept.get(key) === made && kept.delete(key));
    return made;
  }

  return {
    async read({ limit, offset, knownEtags }) {
      const state = await currentState();
      const etag = `W/"${state.epoch.slice(0, 8)}.${state.version}.${limit}.${offset}"`;
      const isKnown = knownEtags.includes(etag) || knownEtags.includes('*');
      return { etag, total: state.listed, json: isKnown ? undefined : await json(state, limit, offset) };
    },
  };
}

async function makePage(db: Knex, limit: number, offset: number): Promise<Buffer> {
  const rows = await selectPage(db, { limit, offset });
  return Buffer.from(JSON.stringify(rows.map(toReport)));
}

/**
 * One read serves everybody who asked before it began: while one is under way, those who come share the next, so that
 * nobody gets an answer older than the question.
 */
function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    const started = read();
    const settled = started.then(
      () => undefined,
      () => undefined,
    );
    running = settled;
    void settled.then(() => {
      if (running === settled) running = undefined;
    });
    return started;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start);
    return next;
  };
}
