import { Search, X } from 'lucide-react';
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId, useRef } from 'react';
import { classes } from '../lib/classes.ts';
import { controlClasses } from './field.tsx';

/** Longer than any name and any sentence that somebody would look for. */
const TYPED_MAX_LENGTH = 500;

type SearchFieldProps = {
  label: string;
  typed: string;
  canClear: boolean;
  onType: (text: string) => void;
  /** Enter, or a button of type submit; with nothing typed the field takes the focus instead. */
  onSearch: (text: string) => void;
  onClear: () => void;
  /** Whatever else the text field is, for instance a combobox. */
  input?: InputHTMLAttributes<HTMLInputElement>;
  /** Hangs below the text field. */
  below?: ReactNode;
  /** Stands beside the text field. */
  button?: ReactNode;
};

/** The first thing to reach: type a name. */
export function SearchField({
  label,
  typed,
  canClear,
  onType,
  onSearch,
  onClear,
  input,
  below,
  button,
}: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') field.current?.focus();
    else onSearch(typed);
  };
  const clear = () => {
    onClear();
    field.current?.focus();
  };
  return (
    <search>
      <form onSubmit={submit} className="grid gap-2">
        <label htmlFor={id} className="text-lg font-bold">
          {label}
        </label>
        <div className="flex flex-wrap gap-2">
          <div className="relative min-w-0 flex-1 basis-52">
            <input
              type="text"
              placeholder="@username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              {...input}
              ref={field}
              id={id}
              value={typed}
              maxLength={TYPED_MAX_LENGTH}
              onChange={(event) => onType(event.target.value)}
              className={classes(controlClasses, 'min-h-14 pl-10 text-lg', canClear && 'pr-24')}
            />
            {/* After the field, whose height it is centered in: a half-loaded page must not move it. */}
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-700"
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
            {below}
          </div>
          {button}
        </div>
      </form>
    </search>
  );
}
