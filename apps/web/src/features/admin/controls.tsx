import { useEffect, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { SearchField } from '../../ui/search-field.tsx';

type TermFieldProps = {
  label: string;
  placeholder: string;
  /** The search term of the URL; empty means no filter. */
  term: string;
  onSearch: (term: string) => void;
};

/** A search field in sync with the URL, also on back navigation. */
export function TermField({ label, placeholder, term, onSearch }: TermFieldProps) {
  const [typed, setTyped] = useState(term);
  useEffect(() => setTyped(term), [term]);
  return (
    <div className="min-w-0 basis-full lg:flex-1 lg:basis-64">
      <SearchField
        label={label}
        typed={typed}
        canClear={typed !== '' || term !== ''}
        onType={setTyped}
        onSearch={(text) => onSearch(text.trim())}
        onClear={() => {
          setTyped('');
          if (term !== '') onSearch('');
        }}
        input={{ type: 'search', placeholder, maxLength: 200 }}
      />
    </div>
  );
}

type ButtonChoiceProps<Value> = {
  /** Accessible name of the group. */
  legend: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** A small radio group with all options visible. */
export function ButtonChoice<Value extends string | number>(props: ButtonChoiceProps<Value>) {
  const { legend, value: chosen, choices, onChoose } = props;
  return (
    <fieldset className="flex">
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classes(
            'figures relative min-h-11 border-2 border-ink-900 px-3 font-bold transition-colors duration-150 not-first:-ml-0.5 first-of-type:rounded-l-sm last-of-type:rounded-r-sm focus-visible:z-10',
            value === chosen ? 'bg-ink-900 text-parchment-100' : 'hover:bg-parchment-200',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
