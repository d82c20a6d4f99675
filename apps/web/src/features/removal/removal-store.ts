import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { readStored, writeStored } from '../../lib/stored-json.ts';
import { isPaid, isUnderWay, isUnproven, newRemoval, type Removal, removalCheck } from './removal.ts';

const KEY_PREFIX = 'naughty-list.removal.';

let removals: ReadonlyMap<number, Removal> | undefined;
let underWay: readonly Removal[] = [];
let paid: readonly Removal[] = [];
/** Removals that were pending when the page was opened and still are. */
let recalled: readonly Removal[] | undefined;
const listeners = new Set<() => void>();

function all(): ReadonlyMap<number, Removal> {
  if (!removals) replace(readAll());
  return removals ?? new Map();
}

function readAll(): ReadonlyMap<number, Removal> {
  const found = storedKeys().map((key) => readStored(key, removalCheck));
  return new Map(
    found.filter((removal) => removal !== undefined).map((removal) => [removal.reportId, removal]),
  );
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(KEY_PREFIX));
  } catch {
    return [];
  }
}

function replace(next: ReadonlyMap<number, Removal>): void {
  removals = next;
  underWay = [...next.values()].filter((removal) => isUnderWay(removal) || isUnproven(removal));
  paid = [...next.values()].filter(isPaid);
  const before = new Set((recalled ?? underWay).map(({ reportId }) => reportId));
  recalled = underWay.filter(({ reportId }) => before.has(reportId));
  for (const listener of listeners) listener();
}

/** The stored removal of a report, or undefined. */
export function findRemoval(reportId: number): Removal | undefined {
  return all().get(reportId);
}

/** Updates a report's removal in memory and storage. */
export function updateRemoval(report: { id: number; username: string }, changes: Partial<Removal>): void {
  const before = findRemoval(report.id) ?? newRemoval(report);
  const next = { ...before, ...changes };
  if (next.stage !== before.stage || isUnderWay(next) !== isUnderWay(before)) next.since = Date.now();
  writeStored(`${KEY_PREFIX}${report.id}`, next);
  replace(new Map(all()).set(report.id, next));
}

export function forgetRemoval(reportId: number): void {
  writeStored(`${KEY_PREFIX}${reportId}`, undefined);
  const next = new Map(all());
  next.delete(reportId);
  replace(next);
}

/** Resets to an empty field. A claim already made stays on the server and takes effect there. */
export function startOver(report: { id: number; username: string }): void {
  forgetRemoval(report.id);
  updateRemoval(report, {});
}

const none: readonly Removal[] = [];

const useStored = (select: () => readonly Removal[]) =>
  useSyncExternalStore(
    subscribe,
    () => {
      all();
      return select();
    },
    () => none,
  );

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useRemoval(reportId: number): Removal | undefined {
  return useSyncExternalStore(
    subscribe,
    () => findRemoval(reportId),
    () => undefined,
  );
}

/** Every removal of this browser that is pending or waits for a signature, on any page of the list. */
export const useRemovalsUnderWay = () => useStored(() => underWay);

/** Every removal that this browser has paid for, until dismissed. */
export const usePaidRemovals = () => useStored(() => paid);

/** Pending removals from before the page was opened. */
export const useRecalledRemovals = () => useStored(() => recalled ?? none);

const shown = createStore<{ request?: { username: string } | undefined }>({});

/** Asks the list to show a removal's report; a new object with the same name is a new request. */
export const showRemoval = (request: { username: string } | undefined): void => shown.set({ request });
export const useShownRemoval = () => shown.use().request;
