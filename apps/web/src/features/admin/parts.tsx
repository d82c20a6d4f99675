import { useMutation } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ExternalLink from 'lucide-react/icons/external-link';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { absoluteTime, relativeTime, useNow } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { Form, TextField } from '../../ui/field.tsx';

type TabPageProps = { title: string; tone?: 'cranberry' | 'pine'; beside?: ReactNode; children: ReactNode };

/** The page of a tab. */
export function TabPage({ title, tone = 'cranberry', beside, children }: TabPageProps) {
  return (
    <section aria-labelledby="list-title" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2
          id="list-title"
          className={tone === 'pine' ? 'text-2xl text-pine-700' : 'text-2xl text-cranberry-700'}
        >
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}

export function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid justify-items-start gap-3 border-t border-parchment-400 pt-4">
      <h3 className="text-xl font-bold">{title}</h3>
      {text && <p className="text-ink-700">{text}</p>}
      {children}
    </section>
  );
}

/** A rarely used tool, collapsed; its content mounts when opened. */
export function Tool({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group border-t border-parchment-400 pt-2"
    >
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-sm pr-2 font-bold underline decoration-2 underline-offset-4">
        <ChevronDown aria-hidden="true" className="size-5 group-open:rotate-180" />
        {title}
      </summary>
      {isOpen && <div className="grid gap-4 pt-2 pb-4">{children}</div>}
    </details>
  );
}

/** A link that opens in a new tab. */
export function OuterLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      target="_blank"
      rel="noreferrer nofollow"
      className="inline-flex min-h-11 min-w-0 items-center gap-1 break-all underline decoration-1 underline-offset-4"
      {...rest}
    >
      {children}
      <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

type PostLinkProps = { url: string; 'data-post'?: true | undefined };

export function PostLink({ url, ...rest }: PostLinkProps) {
  return (
    <OuterLink href={url} {...rest}>
      <span className="line-clamp-1">{url.replace(/^https:\/\//, '')}</span>
    </OuterLink>
  );
}

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

/** A relative time within a sentence. */
export function Time({ at }: { at: string }) {
  const now = useNow();
  const time = new Date(at);
  return (
    <time dateTime={at} title={absoluteTime(time)}>
      {relativeTime(time, now).toLowerCase()}
    </time>
  );
}

type PromptProps = ComponentProps<typeof TextField> & {
  /** Label of the button. */
  action: string;
  /** Further fields. */
  children?: ReactNode;
  /** Rejects with the error to show at the field. */
  onSend: (typed: string) => Promise<unknown>;
};

/** A form with one field, which shows the error of `onSend`. */
export function Prompt({ action, children, onSend, ...field }: PromptProps) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => onSend(typed),
    onSuccess: () => setTyped(''),
  });
  const type = (text: string) => {
    setTyped(text);
    reset();
  };
  return (
    <Form onSubmit={() => !isPending && mutate()} className="grid gap-2">
      <TextField {...field} value={typed} error={error?.message} onType={type} />
      {children}
      <Button look="gold" type="submit" aria-disabled={isPending}>
        {action}
      </Button>
    </Form>
  );
}
