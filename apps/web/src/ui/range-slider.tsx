import { useId } from 'react';
import { classes } from '../lib/classes.ts';

type RangeSliderProps = {
  label: string;
  value: number;
  range: { min: number; max: number; step: number };
  /** The value in words, beside the label and for those who hear it. */
  text: string;
  disabled?: boolean;
  onChange: (value: number) => void;
  /** A new ride begins: the pointer or a key goes down. */
  onStart?: () => void;
};

/** A brass rail with a knob of sealing wax: the browser's own slider, so that every key and every finger works. */
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
