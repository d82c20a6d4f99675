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
