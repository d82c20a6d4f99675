import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type ButtonChoiceProps<Value> = {
  legend: ReactNode;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** One choice of several, as buttons in one row or more. */
export function ButtonChoice<Value>({ legend, value: chosen, choices, onChoose }: ButtonChoiceProps<Value>) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend>{legend}</legend>
      {choices.map(({ value, label }) => (
        <Button
          key={label}
          look={value === chosen ? 'ink' : 'outline'}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className="figures px-3!"
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
