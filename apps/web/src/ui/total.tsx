import type { ReactNode } from 'react';

/** A large figure with its name, in a `dl`. */
export function Total({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className="rounded-sm border border-parchment-400 bg-parchment-50 p-4">
      <dt className="text-ink-700">{term}</dt>
      <dd className="figures text-2xl font-bold">{value}</dd>
    </div>
  );
}
