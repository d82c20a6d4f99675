import type { ReactNode } from 'react';

/** A section of a page with its heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} className="grid content-start gap-4">
      <h2 id={`${id}-title`} tabIndex={-1} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A name and its value, in a `dl`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="items-center gap-x-3 sm:flex">
      <dt className="w-28 shrink-0 text-ink-700">{term}</dt>
      <dd className="min-w-0 font-bold wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A large figure with its name, in a `dl`. */
export function Total({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className="rounded-sm border border-parchment-400 bg-parchment-50 p-4">
      <dt className="text-ink-700">{term}</dt>
      <dd className="figures text-2xl font-bold">{value}</dd>
    </div>
  );
}
