import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type FieldIds = { id: string; describedBy: string };

type FieldProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Draws the control; `describedBy` ties hint and error to it. */
  children: (ids: FieldIds) => ReactNode;
};

/**
 * A visible label, the control, a hint and, when there is one, what is wrong. Room for both lines is kept, so that a
 * message that comes with a press of a button does not move the button away.
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
      <div className="min-h-12">
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

/** How every text control on parchment looks. */
export const controlClasses =
  'w-full min-h-12 rounded-sm border-2 border-parchment-400 bg-parchment-50 px-3 py-2 text-ink-900 placeholder:text-ink-700 hover:border-ink-700 aria-invalid:border-cranberry-600';
