import { useHydrated } from '@tanstack/react-router';
import { christmasText, daysUntilChristmas } from './days-until-christmas.ts';
import { useNow } from './use-now.ts';

const MINUTE_MS = 60_000;

/** Time until Christmas; a neutral text while prerendering, when the date is unknown. */
export function useChristmasText(): string {
  const now = useNow(MINUTE_MS);
  return useHydrated() ? christmasText(daysUntilChristmas(now)) : 'Christmas is coming';
}
