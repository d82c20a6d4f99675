import type { VerificationStage } from '@naughty-list/contracts/verification-stages';
import { useEffect, useState } from 'react';
import { longFrom } from './waiting-times.ts';

/** Whether the step after `stage`, reached at `since` (milliseconds since 1970, if known), takes longer than usual. */
export function useTakesLong(stage: VerificationStage, since: number | undefined): boolean {
  const from = since === undefined ? undefined : longFrom(stage, since);
  const [isLong, setLong] = useState(() => from !== undefined && Date.now() >= from);
  useEffect(() => {
    if (from === undefined) return setLong(false);
    const leftMs = from - Date.now();
    setLong(leftMs <= 0);
    if (leftMs <= 0) return;
    const timer = setTimeout(() => setLong(true), leftMs);
    return () => clearTimeout(timer);
  }, [from]);
  return isLong;
}
