import { useEffect, useState } from 'react';

/** The current time, updated every minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether a moment, in milliseconds since 1970, has passed; undefined and infinity never pass. */
export function useHasPassed(moment = Number.POSITIVE_INFINITY): boolean {
  const [hasPassed, setHasPassed] = useState(() => Date.now() >= moment);
  useEffect(() => {
    const leftMs = moment - Date.now();
    setHasPassed(leftMs <= 0);
    if (leftMs <= 0 || leftMs === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => setHasPassed(true), leftMs);
    return () => clearTimeout(timer);
  }, [moment]);
  return hasPassed;
}
