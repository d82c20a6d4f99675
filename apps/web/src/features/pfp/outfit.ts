import { useEffect, useReducer } from 'react';
import { showFailure } from '../../lib/toasts.ts';
import { clampPose, isPose, isSamePose, type Overlay, type Pose, placedPose, resetPose } from './geometry.ts';
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
  switch (action.type) {
    case 'undo':
      return undo(history);
    case 'redo':
      return redo(history);
    case 'select':
      return { ...history, now: { ...history.now, selectedId: action.id }, stroke: undefined };
    case 'add':
      return add(history, action.art);
    case 'pose': {
      const next = mapOverlay(history.now, action.id, (overlay) => posed(overlay, action.pose));
      return step(history, next, action.stroke);
    }
    default:
      return step(history, changeSelected(history.now, action.type));
  }
}

/**
 * Adds an overlay at the default pose. Replaces another overlay of the same kind that is still untouched: trying on
 * several hats leaves one, while a moved hat stays.
 */
function add(history: OutfitHistory, art: ArtId): OutfitHistory {
  const { now, nextId } = history;
  const selected = selectedOf(now);
  if (selected && isTriedOn(selected, art)) {
    const exchanged = (overlay: Overlay) => (overlay.art === art ? overlay : { ...overlay, art });
    return step(history, mapOverlay(now, selected.id, exchanged));
  }
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

function changeSelected(outfit: Outfit, change: 'reset' | 'flip' | 'raise' | 'lower' | 'remove'): Outfit {
  const selected = selectedOf(outfit);
  if (!selected) return outfit;
  const { overlays } = outfit;
  switch (change) {
    case 'reset':
      return mapOverlay(outfit, selected.id, (overlay) =>
        isPose(overlay, resetPose) ? overlay : { ...overlay, ...resetPose, flipped: false },
      );
    case 'flip':
      return mapOverlay(outfit, selected.id, (overlay) => ({ ...overlay, flipped: !overlay.flipped }));
    case 'raise':
      return { ...outfit, overlays: moved(overlays, selected, 1) };
    case 'lower':
      return { ...outfit, overlays: moved(overlays, selected, -1) };
    case 'remove': {
      const rest = overlays.filter((overlay) => overlay !== selected);
      return { overlays: rest, selectedId: rest.at(-1)?.id };
    }
  }
}

function moved(overlays: readonly Overlay[], overlay: Overlay, by: 1 | -1): readonly Overlay[] {
  const from = overlays.indexOf(overlay);
  const to = from + by;
  if (to < 0 || to >= overlays.length) return overlays;
  const rest = overlays.filter((other) => other !== overlay);
  return [...rest.slice(0, to), overlay, ...rest.slice(to)];
}

function posed(overlay: Overlay, pose: Partial<Pose>): Overlay {
  const next = clampPose({ ...overlay, ...pose });
  return isSamePose(next, overlay) ? overlay : { ...overlay, ...next };
}

function mapOverlay(outfit: Outfit, id: number, change: (overlay: Overlay) => Overlay): Outfit {
  return {
    ...outfit,
    overlays: outfit.overlays.map((overlay) => (overlay.id === id ? change(overlay) : overlay)),
  };
}

/** Pushes the next outfit; an unchanged one adds no undo step. */
function step(history: OutfitHistory, next: Outfit, stroke?: string): OutfitHistory {
  const { now } = history;
  const isSame =
    next.overlays.length === now.overlays.length &&
    next.overlays.every((overlay, index) => overlay === now.overlays[index]);
  if (isSame) return history;
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
