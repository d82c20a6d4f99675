import type { ScamCategory } from '@naughty-list/contracts/report-input';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { queriesOf } from '../../lib/list-queries.ts';
import { lookUpQuery } from '../../lib/look-up.ts';
import { useListed } from '../../lib/use-listed.ts';
import { privateMode } from './private-mode.tsx';

const PAGE_SIZE = 5;

/**
 * A search from outside the box (shared link or notice). A new object with the same name is a new request. It is private if the
 * server does not know its name yet, and the private mode is on.
 */
export type SearchRequest = { username: string; mayBePrivate?: boolean };

const isAskedPrivately = (request: SearchRequest | undefined) =>
  request?.mayBePrivate === true && privateMode.get().isOn;

/** What is typed and asked, its answer, and the list: what was found, or the newest reports. */
export function useCheck(request: SearchRequest | undefined, onClear: () => void) {
  const [typed, setTyped] = useState(request?.username ?? '');
  const [term, setTerm] = useState(request?.username.trim() ?? '');
  const [isPrivate, setIsPrivate] = useState(() => isAskedPrivately(request));
  const [taken, setTaken] = useState(request);
  /** Rises with each question, so that the same one is answered in view again. */
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
  if (request !== taken) {
    setTaken(request);
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
 * The list, and the answer to a search. A private search shows no list, because reports are not searched by text then; neither
 * does one for several accounts.
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
  // One failure is said once.
  const hidesList = isSearching && (isPrivate || several || answer.error !== undefined);
  const nothing = { isSearching, error: undefined, items: [], isLoading: false };
  return { answer, list: { ...list, ...(hidesList ? nothing : {}), hides: hidesList } };
}
