import { useId } from 'react';
import { classes } from '../lib/classes.ts';

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
