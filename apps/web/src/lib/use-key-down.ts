import { useEffect, useEffectEvent } from 'react';

/** Calls `handler` for each key pressed anywhere on the page, while it `isOn`. */
export function useKeyDown(handler: (event: KeyboardEvent) => void, isOn = true): void {
  const press = useEffectEvent(handler);
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}
