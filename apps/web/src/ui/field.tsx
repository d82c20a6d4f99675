import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '../lib/classes.ts';

type FieldIds = { id: string; describedBy: string };

type FieldProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Renders the control; `describedBy` links hint and error to it. */
  children: (ids: FieldIds) => ReactNode;
};

/**
 * A label, the control, a hint and an error. A line for each is reserved, so that an error does not move the submit
 * button.
 */
export function Field({ id, label, hint, error, children }: FieldProps) {
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-lg font-bold">
        {label}
      </label>
      {children({ id, describedBy: `${hintId} ${errorId}` })}
      <div className={hint === undefined ? 'min-h-6' : 'min-h-12'}>
        <div id={hintId} className="text-ink-700">
          {hint}
        </div>
        <p id={errorId} aria-live="polite" className="flex items-start gap-2 font-bold text-cranberry-700">
          {error && (
            <>
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
              {error}
            </>
          )}
        </p>
      </div>
    </div>
  );
}

/** Style of text controls on parchment. */
export const controlClasses =
  'w-full min-h-12 rounded-sm border-2 border-parchment-400 bg-parchment-50 px-3 py-2 text-ink-900 placeholder:text-ink-700 hover:border-ink-700 aria-invalid:border-cranberry-600';

/** For names and codes, which the browser must not change. */
export const asTyped = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

type ControlProps<Element extends 'input' | 'textarea'> = ComponentProps<Element> &
  Omit<FieldProps, 'id' | 'children'> & { onType?: (text: string) => void };

/** A field for a line of text. */
export function TextField({ label, hint, error, onType, className, ...input }: ControlProps<'input'>) {
  const ownId = useId();
  return (
    <Field id={input.id ?? ownId} label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <input
          {...(onType && { onChange: ({ target }) => onType(target.value) })}
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
          className={classes(controlClasses, className)}
        />
      )}
    </Field>
  );
}

/** A field for a text of several lines. */
export function TextArea({ label, hint, error, onType, className, ...area }: ControlProps<'textarea'>) {
  const ownId = useId();
  return (
    <Field id={area.id ?? ownId} label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <textarea
          dir="auto"
          {...(onType && { onChange: ({ target }) => onType(target.value) })}
          {...area}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
          className={classes(controlClasses, 'resize-y', className)}
        />
      )}
    </Field>
  );
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown };

/** A form without the browser's validation: its fields show their own errors. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

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
