import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { CANVAS_SIDE, frameHalf, handlesOf, type Overlay } from './geometry.ts';
import { actionForKey, poseForKey } from './keys.ts';
import { newStroke, type OutfitEditor } from './outfit.ts';
import { Painting, type Photo } from './painting.tsx';
import { useStagePointers } from './use-stage-pointers.ts';
import { labelOf } from './wardrobe.ts';

type StageProps = {
  photo: Photo | undefined;
  outfit: OutfitEditor;
  isRound: boolean;
  stageRef: RefObject<HTMLDivElement | null>;
  /** Overlay of the empty frame. */
  children?: ReactNode;
};

const cursors = { move: 'cursor-grab', scale: 'cursor-nwse-resize', rotate: 'cursor-crosshair' };

/** The interactive picture: mouse, touch and keyboard. */
export function Stage({ photo, outfit, isRound, stageRef, children }: StageProps) {
  const { overlays, selected } = outfit;
  const { handlers, hold, isMoving } = useStagePointers(outfit);
  const onKeyDown = useStageKeys(outfit);
  const helpId = useId();
  const isEmpty = !photo && overlays.length === 0;
  return (
    <div className="gilded">
      <div className="clear-ground relative aspect-square overflow-hidden rounded-lg">
        <div
          ref={stageRef}
          role="application"
          aria-label="Your picture"
          aria-describedby={helpId}
          tabIndex={isEmpty ? -1 : 0}
          onKeyDown={onKeyDown}
          {...handlers}
          className={classes(
            'absolute inset-0 select-none focus-visible:-outline-offset-4',
            overlays.length > 0 && 'touch-none',
            isMoving ? 'cursor-grabbing' : hold && cursors[hold],
          )}
        >
          <Painting photo={photo} overlays={overlays} side={CANVAS_SIDE} className="block size-full" />
          {/* Dims what a round avatar crops. */}
          {isRound && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 rounded-full border-2 border-gold-300 shadow-[0_0_0_100vmax_--alpha(var(--color-night-950)/80%)]"
            />
          )}
          {selected && <SelectionFrame overlay={selected} />}
        </div>
        <p id={helpId} className="sr-only">
          Arrow keys move the selected piece, with Shift ten times as far. Plus and minus resize it, square
          brackets turn it, F flips it, Page Up brings it forward, Page Down sends it backward, Delete takes
          it off.
        </p>
        <p role="status" className="sr-only">
          {selected &&
            `${labelOf(selected.art)}: ${Math.round(selected.x)} across, ${Math.round(selected.y)} down, size ${selected.scale.toFixed(2)}, turned ${selected.rotation} degrees`}
        </p>
        {children}
      </div>
    </div>
  );
}

function useStageKeys({ selected, change }: OutfitEditor) {
  const stroke = useRef(newStroke());
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !selected) return;
    const pose = poseForKey(event.key, event.shiftKey, selected);
    const action = actionForKey(event.key);
    if (!pose && !action) return;
    event.preventDefault();
    if (action) return change(action);
    if (!event.repeat) stroke.current = newStroke();
    if (pose) change({ type: 'pose', id: selected.id, pose, stroke: stroke.current });
  };
}

const cornerNames = ['nw', 'ne', 'se', 'sw'];

/** Frame and handles of the selection. */
function SelectionFrame({ overlay }: { overlay: Overlay }) {
  const { corners, knob } = handlesOf(overlay);
  const half = frameHalf(overlay);
  const frame = { x: -half, y: -half, width: 2 * half, height: 2 * half };
  return (
    <svg
      viewBox={`0 0 ${CANVAS_SIDE} ${CANVAS_SIDE}`}
      className="pointer-events-none absolute inset-0 size-full"
      aria-hidden="true"
      data-testid="selection"
    >
      <g transform={`translate(${overlay.x} ${overlay.y}) rotate(${overlay.rotation})`} fill="none">
        <rect {...frame} strokeWidth="4" className="stroke-night-950/60" />
        <rect {...frame} strokeWidth="2" strokeDasharray="9 6" className="stroke-gold-300" />
      </g>
      {corners.map(({ x, y }, index) => (
        <circle
          key={cornerNames[index]}
          cx={x}
          cy={y}
          r="8"
          strokeWidth="3"
          className="fill-gold-300 stroke-night-950"
        />
      ))}
      <g transform={`translate(${knob.x} ${knob.y})`} strokeWidth="3">
        <circle r="11" className="fill-night-950 stroke-gold-300" />
        <path
          d="M-5 1A5 5 0 1 1 0 6M-5 1l-3-3M-5 1l3-3"
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
          className="stroke-gold-300"
        />
      </g>
    </svg>
  );
}
