import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId, useRef } from 'react';
import { classes } from '../lib/classes.ts';
import { asTyped, controlClasses } from './field.tsx';

/** Longer than any name or realistic search. */
const TYPED_MAX_LENGTH = 500;

type SearchFieldProps = {
  label: string;
  /** Whether the label is for screen readers only. */
  isLabelHidden?: boolean;
  /** The page that answers the form without scripts, with `?search=`. */
  action?: '/' | '/nice-list';
  typed: string;
  canClear?: boolean;
  onType: (text: string) => void;
  /** Called on submit; with empty input the field is focused instead. */
  onSearch: (text: string) => void;
  onClear?: () => void;
  /** Additional attributes of the text field, for instance of a combobox. */
  input?: InputHTMLAttributes<HTMLInputElement>;
  /** Rendered below the text field; it must not cover the button. */
  below?: ReactNode;
  /** Rendered beside the text field. */
  button?: ReactNode;
};

/** A search form. */
export function SearchField({
  label,
  isLabelHidden = false,
  action,
  typed,
  canClear = false,
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
    onClear?.();
    field.current?.focus();
  };
  return (
    <search>
      <form action={action} onSubmit={submit} className="grid gap-2">
        <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-lg font-bold'}>
          {label}
        </label>
        <div className="relative flex flex-wrap gap-2">
          <div className="relative min-w-0 flex-1 basis-40">
            <input
              type="text"
              placeholder="@username"
              {...asTyped}
              enterKeyHint="search"
              {...input}
              ref={field}
              id={id}
              name={action && 'search'}
              value={typed}
              maxLength={TYPED_MAX_LENGTH}
              onChange={(event) => onType(event.target.value)}
              className={classes(controlClasses, 'min-h-14 pl-10 text-lg', canClear && 'pr-13 sm:pr-24')}
            />
            {/* Placed after the field, in whose height it is centred, so that a partly streamed page does not move
                it. */}
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
                <span className="max-sm:sr-only">Clear</span>
              </button>
            )}
          </div>
          {below}
          {button}
        </div>
      </form>
    </search>
  );
}
