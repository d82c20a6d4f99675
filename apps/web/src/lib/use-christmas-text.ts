import { useHydrated } from '@tanstack/react-router';
import { christmasText, daysUntilChristmas } from './days-until-christmas.ts';
import { useNow } from './use-now.ts';

const MINUTE_MS = 60_000;

/** How long until Christmas. A page that was written at build time does not know which day it is read. */
export function useChristmasText(): string {
  const now = useNow(MINUTE_MS);
  return useHydrated() ? christmasText(daysUntilChristmas(now)) : 'Christmas is coming';
}
