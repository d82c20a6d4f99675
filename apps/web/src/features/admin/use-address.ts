import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Values in the query of the address; what is absent or undefined is not there. */
export type Address = { readonly [name: string]: string | undefined };

/**
 * What of a tab is shown stands in the address, so that a reload, a bookmark and the way back find it again. `change` makes
 * a new step of the history, unless it is told to replace the last one.
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

/** A value of the address, if it is one of those that there are. */
export function oneOf<const T extends string>(
  choices: readonly T[],
  value: string | undefined,
): T | undefined {
  return choices.find((choice) => choice === value);
}

/** A page's number in the address, from 1. */
export function pageOf(value: string | undefined): number {
  return value !== undefined && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;
}
