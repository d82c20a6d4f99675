import { TextField } from '../../ui/field.tsx';

/** The values of two `datetime-local` inputs: `2026-12-24T18:00`, in the browser's time zone. */
export type Period = { from: string; to: string };

const MINUTE_MS = 60_000;

/** From `ms` ago to the end of the current minute. */
export function lastPeriod(ms: number): Period {
  const now = Date.now();
  return { from: localTime(now - ms), to: localTime(now + MINUTE_MS) };
}

const localTime = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

/** The period in ISO 8601, UTC; undefined unless the start is before the end. */
export function readPeriod(typed: Period): Period | undefined {
  const [from, to] = [new Date(typed.from), new Date(typed.to)];
  return from < to ? { from: from.toISOString(), to: to.toISOString() } : undefined;
}

type PeriodFieldsProps = {
  period: Period;
  /** Label of the start. */
  label: string;
  error?: string | undefined;
  className?: string;
  onChange: (changes: Partial<Period>) => void;
};

export function PeriodFields({ period, label, error, className, onChange }: PeriodFieldsProps) {
  return (['from', 'to'] as const).map((end) => (
    <TextField
      key={end}
      label={end === 'from' ? label : 'Until'}
      hint="In your time zone"
      error={end === 'from' ? error : undefined}
      type="datetime-local"
      value={period[end]}
      onType={(text) => onChange({ [end]: text })}
      className={className}
    />
  ));
}
