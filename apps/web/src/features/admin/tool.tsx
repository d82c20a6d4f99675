import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useState } from 'react';

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
