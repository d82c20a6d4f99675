import type { PrivateDataKind } from '@naughty-list/contracts/private-data';
import { createChunk } from './chunk.ts';

/** Longer texts are refused anyway. */
const CHECKED_CHARACTERS = 10_000;
const gate = createChunk(() => import('@naughty-list/privacy-gate/find-private-data'));

/** The kinds of private data in what is typed; none until the check is loaded, which the first character starts. */
export function usePrivateDataKinds(typed: string): readonly PrivateDataKind[] {
  const { value } = gate.use(typed !== '');
  return value?.privateDataKinds(typed.slice(0, CHECKED_CHARACTERS)) ?? [];
}
