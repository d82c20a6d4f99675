import { useEffect, useReducer } from 'react';
import { showFailure } from '../../lib/toasts.ts';
import { useKeyDown } from '../../lib/use-key-down.ts';
import { clampPose, isPose, type Overlay, type Pose, placedPose, resetPose } from './geometry.ts';
import { artStore, fetchArt } from './painting.tsx';
import { type ArtId, categoryOf, labelOf } from './wardrobe.ts';

/** Overlays from bottom to top, and the selected one. */
export type Outfit = { overlays: readonly Overlay[]; selectedId: number | undefined };

/** The outfit with undo and redo stacks. `stroke` identifies the gesture of the last step. */
export type OutfitHistory = {
  now: Outfit;
  past: readonly Outfit[];
  future: readonly Outfit[];
  stroke: string | undefined;
  nextId: number;
};

export type OutfitAction =
  | { type: 'add'; art: ArtId }
  | { type: 'select'; id: number | undefined }
  /** Pose changes with one `stroke` are one undo step: a drag, a held key, a slider move. */
  | { type: 'pose'; id: number; pose: Partial<Pose>; stroke: string }
  | { type: 'reset' | 'flip' | 'raise' | 'lower' | 'remove' }
  | { type: 'undo' | 'redo' };

let strokes = 0;

/** A unique gesture id; all steps with it undo as one. */
export function newStroke(): string {
  strokes += 1;
  return `stroke-${strokes}`;
}

const MOST_STEPS = 200;

export const emptyHistory: OutfitHistory = {
  now: { overlays: [], selectedId: undefined },
  past: [],
  future: [],
  stroke: undefined,
  nextId: 1,
};

export function selectedOf({ overlays, selectedId }: Outfit): Overlay | undefined {
  return overlays.find(({ id }) => id === selectedId);
}

export function changeOutfit(history: OutfitHistory, action: OutfitAction): OutfitHistory {
  const { now } = history;
  switch (action.type) {
    case 'undo':
      return undo(history);
    case 'redo':
      return redo(history);
    case 'select':
      return { ...history, now: { ...now, selectedId: action.id }, stroke: undefined };
    case 'add':
      return add(history, action.art);
    case 'pose':
      return step(history, changeOverlay(now, action.id, action.pose), action.stroke);
    case 'reset':
      return step(history, changeOverlay(now, now.selectedId, { ...resetPose, flipped: false }));
    case 'flip':
      return step(history, changeOverlay(now, now.selectedId, { flipped: !selectedOf(now)?.flipped }));
    case 'raise':
      return step(history, moveSelected(now, 1));
    case 'lower':
      return step(history, moveSelected(now, -1));
    case 'remove': {
      const rest = now.overlays.filter(({ id }) => id !== now.selectedId);
      return step(history, { overlays: rest, selectedId: rest.at(-1)?.id });
    }
  }
}

/**
 * Adds an overlay at the default pose. Replaces another overlay of the same kind that is still untouched: trying on
 * several hats leaves one, while a moved hat stays.
 */
function add(history: OutfitHistory, art: ArtId): OutfitHistory {
  const { now, nextId } = history;
  const selected = selectedOf(now);
  if (selected && isTriedOn(selected, art)) return step(history, changeOverlay(now, selected.id, { art }));
  const overlay: Overlay = { ...placedPose, id: nextId, art, flipped: false };
  return {
    ...step(history, { overlays: [...now.overlays, overlay], selectedId: nextId }),
    nextId: nextId + 1,
  };
}

/** Whether an overlay is of the same kind as `art` and still at its default pose. */
export function isTriedOn(overlay: Overlay, art: ArtId): boolean {
  return categoryOf(overlay.art) === categoryOf(art) && isPose(overlay, placedPose);
}

function moveSelected(outfit: Outfit, by: 1 | -1): Outfit {
  const { overlays } = outfit;
  const selected = selectedOf(outfit);
  const to = selected ? overlays.indexOf(selected) + by : -1;
  if (!selected || to < 0 || to >= overlays.length) return outfit;
  const rest = overlays.filter((overlay) => overlay !== selected);
  return { ...outfit, overlays: rest.toSpliced(to, 0, selected) };
}

function changeOverlay(outfit: Outfit, id: number | undefined, changes: Partial<Overlay>): Outfit {
  const changed = (overlay: Overlay) => ({
    ...overlay,
    ...changes,
    ...clampPose({ ...overlay, ...changes }),
  });
  return { ...outfit, overlays: outfit.overlays.map((each) => (each.id === id ? changed(each) : each)) };
}

/** Pushes the next outfit; an unchanged one adds no undo step. */
function step(history: OutfitHistory, next: Outfit, stroke?: string): OutfitHistory {
  const { now } = history;
  if (JSON.stringify(next.overlays) === JSON.stringify(now.overlays)) return history;
  const isContinued = stroke !== undefined && stroke === history.stroke;
  return {
    ...history,
    now: next,
    past: isContinued ? history.past : [...history.past, now].slice(-MOST_STEPS),
    future: [],
    stroke,
  };
}

function undo(history: OutfitHistory): OutfitHistory {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    ...history,
    now: last,
    past: history.past.slice(0, -1),
    future: [history.now, ...history.future],
    stroke: undefined,
  };
}

function redo(history: OutfitHistory): OutfitHistory {
  const [next, ...future] = history.future;
  if (!next) return history;
  return { ...history, now: next, past: [...history.past, history.now], future, stroke: undefined };
}

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
  useKeyDown((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    if (isMeantElsewhere(event)) return;
    event.preventDefault();
    change({ type: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
  });
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
