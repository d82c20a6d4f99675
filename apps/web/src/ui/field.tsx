import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import type { ReactNode } from 'react';

export type FieldIds = { id: string; describedBy: string };

type FieldProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Renders the control; `describedBy` links hint and error to it. */
  children: (ids: FieldIds) => ReactNode;
};

/**
 * A label, the control, a hint and an error. Space for hint and error is reserved, so that an error does not move the
 * submit button.
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

/** Style of text controls on parchment. */
export const controlClasses =
  'w-full min-h-12 rounded-sm border-2 border-parchment-400 bg-parchment-50 px-3 py-2 text-ink-900 placeholder:text-ink-700 hover:border-ink-700 aria-invalid:border-cranberry-600';
