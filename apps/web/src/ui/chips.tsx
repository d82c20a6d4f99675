import type { ReactNode } from 'react';

type ChipsProps<Value extends string> = {
  legend: ReactNode;
  /** Name of the radio buttons. */
  name: string;
  choices: readonly (readonly [Value, string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
  className?: string;
};

/** One choice of several, as a radio group in one row or more. */
export function Chips<Value extends string>({
  legend,
  name,
  choices,
  chosen,
  onChoose,
  className,
}: ChipsProps<Value>) {
  return (
    <fieldset className="min-w-0 noscript:hidden">
      <legend>{legend}</legend>
      <div className={`flex gap-2 ${className}`}>
        {choices.map(([value, label]) => (
          <label
            key={value}
            className="inline-flex min-h-11 shrink-0 cursor-pointer items-center rounded-lg border-2 border-parchment-400 bg-parchment-50 px-4 has-checked:border-cranberry-700 has-checked:bg-cranberry-700 has-checked:text-parchment-50 forced-colors:has-checked:border-4 forced-colors:has-checked:border-[Highlight] has-focus-visible:outline-3 has-focus-visible:outline-ink-900"
          >
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
