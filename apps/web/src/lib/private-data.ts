import type { PrivateDataKind } from '@naughty-list/contracts/private-data';
import { createChunk } from './chunk.ts';

/** Longer texts are refused in any case. */
const CHECKED_CHARACTERS = 10_000;
const gate = createChunk(() => import('@naughty-list/privacy-gate/find-private-data'));

/**
 * The kinds of private data in the typed text; empty until the detector is loaded, which the first character triggers.
 */
export function usePrivateDataKinds(typed: string): readonly PrivateDataKind[] {
  const { value } = gate.use(typed !== '');
  return value?.privateDataKinds(typed.slice(0, CHECKED_CHARACTERS)) ?? [];
}
