import type { ScamCategory } from '@naughty-list/contracts/report-input';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { queriesOf } from '../../lib/list-queries.ts';
import { lookUpQuery } from '../../lib/look-up.ts';
import { useListed } from '../../lib/use-listed.ts';
import { privateMode } from './private-mode.tsx';

const PAGE_SIZE = 5;

/**
 * A search from outside the box (shared link or notice). A new object with the same name is a new request.
 * `mayBePrivate`: the server has not seen the name yet, so private mode applies.
 */
export type SearchRequest = { username: string; mayBePrivate?: boolean };

const isAskedPrivately = (request: SearchRequest | undefined) =>
  request?.mayBePrivate === true && privateMode.get().isOn;

/** State of the search box: what is typed, the term looked up, its answer, and the list (matches, or the newest reports). */
export function useCheck(request: SearchRequest | undefined, onClear: () => void) {
  const [typed, setTyped] = useState(request?.username ?? '');
  const [term, setTerm] = useState(request?.username.trim() ?? '');
  const [isPrivate, setIsPrivate] = useState(() => isAskedPrivately(request));
  const [handled, setHandled] = useState(request);
  /** Rises with each search, so that a repeated one scrolls to its answer again. */
  const [turn, setTurn] = useState(0);
  const [category, setCategory] = useState<ScamCategory>();
  const shown = useDeferredValue(category);
  const { list, answer } = useAnswered(term, shown, isPrivate);

  const search = (text: string) => {
    setTyped(text);
    setTurn(turn + 1);
    const next = text.trim();
    const { isOn } = privateMode.get();
    if (next === term && isOn === isPrivate) void Promise.all([list.retry(), answer.retry()]);
    setIsPrivate(isOn);
    setTerm(next);
  };
  if (request !== handled) {
    setHandled(request);
    setTyped(request?.username ?? '');
    setTerm(request?.username.trim() ?? '');
    setIsPrivate(isAskedPrivately(request));
    setCategory(undefined);
    setTurn(turn + 1);
  }
  const filter = (choice: ScamCategory | 'all') => {
    setCategory(choice === 'all' ? undefined : choice);
    list.showFirstPage();
  };
  const clear = () => {
    setTyped('');
    setTerm('');
    filter('all');
    onClear();
  };
  const forget = () => setTerm('');
  return {
    typed,
    setTyped,
    term,
    turn,
    isPrivate,
    category,
    shown,
    list,
    answer,
    search,
    filter,
    clear,
    forget,
  };
}

export type Check = ReturnType<typeof useCheck>;

/**
 * The list, and the answer to a search. There is no list for a private search, which cannot search texts, nor for several
 * accounts at once.
 */
function useAnswered(term: string, category: ScamCategory | undefined, isPrivate: boolean) {
  const isSearching = term !== '';
  const list = useListed(queriesOf(category), { term: isPrivate ? '' : term, pageSize: PAGE_SIZE });
  const asked = useQuery({ ...lookUpQuery(term, isPrivate), enabled: isSearching });
  const several = (asked.data?.answers.length ?? 0) > 1;
  const answer = {
    isLoading: isSearching && asked.isFetching && !asked.data,
    error: isSearching && !asked.data && !asked.isFetching ? (asked.error ?? undefined) : undefined,
    found: isSearching ? asked.data : undefined,
    retry: (): Promise<unknown> => asked.refetch(),
  };
  // If the look-up failed, do not show the failure twice.
  const hidesList = isSearching && (isPrivate || several || answer.error !== undefined);
  const nothing = { isSearching, error: undefined, items: [], isLoading: false };
  return { answer, list: { ...list, ...(hidesList ? nothing : {}), hides: hidesList } };
}
