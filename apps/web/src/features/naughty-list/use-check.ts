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

/** The start of a request's search, or of none. */
const startOf = (request: SearchRequest | undefined) => ({
  typed: request?.username ?? '',
  term: request?.username.trim() ?? '',
  isPrivate: request?.mayBePrivate === true && privateMode.get() === true,
});

/** State of the search on the home page: typed text, term, answer, and the list of found or newest reports. */
export function useCheck(request: SearchRequest | undefined, onClear: () => void) {
  const [{ typed, term, isPrivate }, setState] = useState(() => startOf(request));
  const change = (changes: Partial<ReturnType<typeof startOf>>) =>
    setState((state) => ({ ...state, ...changes }));
  const [handledRequest, setHandledRequest] = useState(request);
  /** A repeated search scrolls to its answer again. */
  const [searchCount, setSearchCount] = useState(0);
  const [category, setCategory] = useState<ScamCategory>();
  const shown = useDeferredValue(category);
  const { list, answer } = useListAndAnswer(term, shown, isPrivate);

  const search = (text: string) => {
    setSearchCount(searchCount + 1);
    const next = { typed: text, term: text.trim(), isPrivate: privateMode.get() ?? false };
    if (next.term === term && next.isPrivate === isPrivate) void Promise.all([list.retry(), answer.retry()]);
    change(next);
  };
  if (request !== handledRequest) {
    setHandledRequest(request);
    change(startOf(request));
    setCategory(undefined);
    setSearchCount(searchCount + 1);
  }
  const filter = (choice: ScamCategory | 'all') => {
    setCategory(choice === 'all' ? undefined : choice);
    list.showFirstPage();
  };
  const clear = () => {
    change({ typed: '', term: '' });
    filter('all');
    onClear();
  };
  return {
    typed,
    setTyped: (text: string) => change({ typed: text }),
    term,
    searchCount,
    category,
    shown,
    list,
    answer,
    search,
    filter,
    clear,
    forget: () => change({ term: '' }),
  };
}

export type Check = ReturnType<typeof useCheck>;

/**
 * The list, and the answer to a search. There is no list for a private search, which cannot search texts, nor for several
 * accounts at once.
 */
function useListAndAnswer(term: string, category: ScamCategory | undefined, isPrivate: boolean) {
  const isSearching = term !== '';
  const list = useListed(queriesOf(category), { term: isPrivate ? '' : term, pageSize: PAGE_SIZE });
  const lookUp = useQuery({ ...lookUpQuery(term, isPrivate), enabled: isSearching });
  const several = (lookUp.data?.answers.length ?? 0) > 1;
  const answer = {
    isLoading: isSearching && lookUp.isFetching && !lookUp.data,
    error: isSearching && !lookUp.data && !lookUp.isFetching ? (lookUp.error ?? undefined) : undefined,
    found: isSearching ? lookUp.data : undefined,
    retry: (): Promise<unknown> => lookUp.refetch(),
  };
  // A failed search shows one error, that of the answer.
  const isHidden = isSearching && (isPrivate || several || answer.error !== undefined);
  const emptyList = { isSearching, error: undefined, items: [], isLoading: false };
  return { answer, list: { ...list, ...(isHidden ? emptyList : {}), isHidden } };
}
