import { useId, useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { projectedValue } from './projection.ts';

/** Projects an amount of LIST at the rival's market cap. `isWaiting`: the figures are loading. */
export function Calculator({ times, isWaiting }: { times: number | undefined; isWaiting: boolean }) {
  const [typed, setTyped] = useState('1');
  const id = useId();
  return (
    <div className="grid content-start gap-4">
      <h4 className="display text-2xl">The what-if abacus</h4>
      <TextField
        label="Dollars' worth of LIST"
        hint="Suppose LIST were as big as Rizzmas. It isn't: this is division, not a forecast."
        type="number"
        inputMode="decimal"
        min={0}
        step={1}
        value={typed}
        onType={setTyped}
        className="figures text-xl"
        id={id}
      />
      <p className="rounded-sm border-2 border-dashed border-parchment-400 px-4 py-3">
        On the abacus that would be{' '}
        <output htmlFor={id} className="figures text-2xl font-bold text-pine-700">
          {projectedValue(typed, times)}
        </output>
      </p>
      <p role="status">
        {times === undefined && !isWaiting && 'There are no figures to work with right now.'}
      </p>
    </div>
  );
}
