import { Search, X } from 'lucide-react';
import { type FormEvent, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { controlClasses } from '../../ui/field.tsx';
import { useCombobox } from './use-combobox.ts';

/** Longer than any name and any sentence that somebody would look for. */
const TYPED_MAX_LENGTH = 500;

type SearchBoxProps = {
  typed: string;
  suggestions: readonly string[];
  canClear: boolean;
  onType: (text: string) => void;
  onSearch: (text: string) => void;
  onClear: () => void;
};

/** The first thing to reach: type a name, pick it or press Search. */
export function SearchBox({ typed, suggestions, canClear, onType, onSearch, onClear }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const listId = `${id}-suggestions`;
  const optionId = (index: number) => `${id}-option-${index}`;
  const combobox = useCombobox({ options: suggestions, onPick: onSearch });
  const { isShown, highlighted } = combobox;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    combobox.close();
    if (typed.trim() === '') input.current?.focus();
    else onSearch(typed);
  };
  const clear = () => {
    combobox.close();
    onClear();
    input.current?.focus();
  };
  return (
    <search>
      <form onSubmit={submit} className="grid gap-2">
        <label htmlFor={id} className="text-lg font-bold">
          Who do you want to check?
        </label>
        <div className="flex flex-wrap gap-2">
          <div className="relative min-w-0 flex-1 basis-52">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-700"
            />
            <input
              ref={input}
              id={id}
              type="text"
              role="combobox"
              value={typed}
              maxLength={TYPED_MAX_LENGTH}
              onChange={(event) => {
                onType(event.target.value);
                combobox.open();
              }}
              {...combobox.inputHandlers}
              placeholder="@username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              aria-autocomplete="list"
              aria-expanded={isShown}
              aria-controls={listId}
              aria-activedescendant={highlighted >= 0 && isShown ? optionId(highlighted) : undefined}
              className={`${controlClasses} min-h-14 pl-10 text-lg ${canClear ? 'pr-24' : ''}`}
            />
            {canClear && (
              <button
                type="button"
                onClick={clear}
                className="absolute inset-y-1.5 right-1.5 inline-flex items-center gap-1 rounded-sm px-3 font-bold hover:bg-parchment-200"
              >
                <X aria-hidden="true" className="size-5" />
                Clear
              </button>
            )}
            <div
              id={listId}
              role="listbox"
              aria-label="Suggestions"
              hidden={!isShown}
              className="absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-sm border-2 border-ink-700 bg-parchment-50 shadow-card"
            >
              {suggestions.map((name, index) => (
                <div
                  key={name}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === highlighted}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => combobox.pick(name)}
                  onKeyDown={(event) => event.key === 'Enter' && combobox.pick(name)}
                  className="min-h-12 truncate px-4 py-3 text-lg hover:bg-parchment-200 aria-selected:bg-ink-900 aria-selected:text-gold-300"
                >
                  {name}
                </div>
              ))}
            </div>
          </div>
          <Button look="gold" type="submit" className="min-h-14 px-6 text-lg">
            Search
          </Button>
        </div>
      </form>
    </search>
  );
}
