import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Query parameters; undefined values are omitted. */
export type Address = { readonly [name: string]: string | undefined };

/**
 * The query parameters of a tab's view, which reload, bookmark and back navigation restore, and a function that changes
 * some of them by a new history entry, or with `replace`, the current one.
 */
export function useAddress(): [
  Address,
  (changes: Address, options?: { replace?: boolean }) => Promise<void>,
] {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Address, { replace = false } = {}) =>
      navigate({
        to: '.',
        search: (current: Address) => ({ ...current, ...changes }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return [address, change];
}

/** Narrows a query parameter to one of the allowed values. */
export function oneOf<const T extends string>(
  choices: readonly T[],
  value: string | undefined,
): T | undefined {
  return choices.find((choice) => choice === value);
}

/** Parses a page number of the URL; 1-based. */
export function pageOf(value: string | undefined): number {
  return value !== undefined && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;
}
