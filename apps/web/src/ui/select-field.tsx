import { useId } from 'react';
import { classes } from '../lib/classes.ts';
import { controlClasses } from './field.tsx';

type SelectFieldProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
  /** Takes a full line on a phone, for long options. */
  isWide?: boolean;
};

/** A native select. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, choices, onChoose, isWide = false } = props;
  const id = useId();
  return (
    <div className={classes('grid min-w-0 flex-1 gap-2 sm:flex-none', isWide && 'max-sm:basis-full')}>
      <label htmlFor={id} className="text-lg font-bold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChoose(chosen.value);
        }}
        className={`${controlClasses} min-h-14 text-lg sm:min-w-44`}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
