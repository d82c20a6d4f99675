import type { LucideIcon } from 'lucide-react';
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line';
import FlipVertical2 from 'lucide-react/icons/carets-to-axis-dashed-vertical';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash';
import { useId, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { type Pose, placedPose, rotationRange, sizeRange } from './geometry.ts';
import { newStroke, type OutfitEditor } from './outfit.ts';
import { artPath, labelOf } from './wardrobe.ts';

const actions: readonly {
  type: 'flip' | 'raise' | 'lower' | 'reset' | 'remove';
  label: string;
  Icon: LucideIcon;
}[] = [
  { type: 'flip', label: 'Flip', Icon: FlipVertical2 },
  { type: 'raise', label: 'Bring forward', Icon: ArrowUpToLine },
  { type: 'lower', label: 'Send backward', Icon: ArrowDownToLine },
  { type: 'reset', label: 'Reset', Icon: RotateCcw },
  { type: 'remove', label: 'Delete', Icon: Trash2 },
];

const actionClasses =
  'col-span-2 flex min-h-14 flex-col items-center gap-1 rounded-sm border border-current px-1 py-2 leading-tight font-bold transition-colors duration-150 not-disabled:hover:bg-ink-900/10 disabled:opacity-60 nth-[n+4]:col-span-3 sm:col-span-1 sm:nth-[n+4]:col-span-1';

/** Size, rotation and layer of the selection, and the list of overlays. */
export function Adjustments({ outfit }: { outfit: OutfitEditor }) {
  const { selected, change } = outfit;
  const stroke = useRef(newStroke());
  const begin = () => {
    stroke.current = newStroke();
  };
  const pose = (part: Partial<Pose>) => {
    const ride = `${stroke.current} ${Object.keys(part)}`;
    if (selected) change({ type: 'pose', id: selected.id, pose: part, stroke: ride });
  };
  const { scale, rotation } = selected ?? placedPose;
  return (
    <section aria-label="Adjust" className="grid gap-3">
      <WornPieces outfit={outfit} />
      <div className="grid gap-x-6 sm:grid-cols-2">
        <RangeSlider
          label="Size"
          value={scale}
          range={sizeRange}
          text={scale.toFixed(2)}
          disabled={!selected}
          onStart={begin}
          onChange={(value) => pose({ scale: value })}
        />
        <RangeSlider
          label="Rotation"
          value={rotation}
          range={rotationRange}
          text={`${rotation}°`}
          disabled={!selected}
          onStart={begin}
          onChange={(value) => pose({ rotation: value })}
        />
      </div>
      <div className="grid grid-cols-6 gap-2 sm:grid-cols-[repeat(5,auto)]">
        {actions.map(({ type, label, Icon }) => (
          <button
            key={type}
            type="button"
            disabled={!selected}
            onClick={() => change({ type })}
            className={actionClasses}
          >
            <Icon aria-hidden="true" className="size-5" />
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}

function WornPieces({ outfit: { overlays, selected, change } }: { outfit: OutfitEditor }) {
  return (
    <div className="flex min-h-14 items-center gap-2">
      <h3 className="font-sans text-base font-bold whitespace-nowrap">On the picture</h3>
      {overlays.length === 0 ? (
        <p className="text-ink-700">Nothing yet: pick a hat.</p>
      ) : (
        <ul aria-label="On the picture, from the top" className="flex gap-2 overflow-x-auto p-2">
          {overlays.toReversed().map(({ id, art }) => (
            <li key={id}>
              <button
                type="button"
                aria-label={labelOf(art)}
                title={labelOf(art)}
                aria-pressed={selected?.id === id}
                onClick={() => change({ type: 'select', id })}
                className="grid size-12 place-items-center rounded-sm border-2 border-parchment-400 bg-parchment-50 p-0.5 aria-pressed:border-cranberry-600 aria-pressed:bg-gold-200"
              >
                <img src={artPath(art)} alt="" width={40} height={40} className="size-10" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type RangeSliderProps = {
  label: string;
  value: number;
  range: { min: number; max: number; step: number };
  /** The value as text, beside the label and for screen readers. */
  text: string;
  disabled?: boolean;
  onChange: (value: number) => void;
  /** Called when an interaction begins: pointerdown or keydown. */
  onStart?: () => void;
};

/** A native range input, which supports every key and touch, styled as a brass rail. */
export function RangeSlider({ label, value, range, text, disabled, onChange, onStart }: RangeSliderProps) {
  const id = useId();
  return (
    <div className={classes('grid', disabled && 'opacity-60')}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-bold">
          {label}
        </label>
        <span aria-hidden="true" className="figures">
          {text}
        </span>
      </div>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        disabled={disabled}
        aria-valuetext={text}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        onPointerDown={onStart}
        onKeyDown={(event) => !event.repeat && onStart?.()}
        className="rail"
      />
    </div>
  );
}
