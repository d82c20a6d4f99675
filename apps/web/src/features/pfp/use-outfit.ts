import { useEffect, useReducer } from 'react';
import { showFailure } from '../../lib/toasts.ts';
import { artStore, fetchArt } from './art-store.ts';
import { changeOutfit, emptyHistory, selectedOf } from './outfit.ts';
import type { Overlay } from './overlay.ts';
import { labelOf } from './wardrobe.ts';

export type OutfitEditor = ReturnType<typeof useOutfit>;

/** Text fields have their own undo. */
const TYPED_INTO = 'input:not([type=range], [type=radio]), textarea';

/** Whether a key event belongs to a text field or to a dialog above the page. */
function isMeantElsewhere({ target }: KeyboardEvent): boolean {
  const isTyped = target instanceof Element && target.matches(TYPED_INTO);
  return isTyped || document.querySelector('[aria-modal]') !== null;
}

/** State of the outfit. Ctrl or Cmd with Z and Y work everywhere on the page except in text fields. */
export function useOutfit() {
  const [history, change] = useReducer(changeOutfit, emptyHistory);
  useEffect(() => {
    const undoOrRedo = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      if (isMeantElsewhere(event)) return;
      event.preventDefault();
      change({ type: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
    };
    document.addEventListener('keydown', undoOrRedo);
    return () => document.removeEventListener('keydown', undoOrRedo);
  }, []);
  return {
    overlays: history.now.overlays,
    selected: selectedOf(history.now),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
  };
}

/** Loads the artwork of the overlays on demand. */
export function useArt(overlays: readonly Overlay[]): void {
  useEffect(() => {
    for (const { art } of overlays) {
      if (artStore.get()[art]) continue;
      fetchArt(art).catch(() =>
        showFailure(`${labelOf(art)} didn't load`, 'The connection dropped. Undo, then pick it again.'),
      );
    }
  }, [overlays]);
}
