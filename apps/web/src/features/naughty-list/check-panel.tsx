import { useEffect, useState } from 'react';
import { PrivateToggle } from './private-mode.tsx';
import { SearchBox } from './search-box.tsx';
import { suggestUsernames } from './suggestions.ts';
import type { Check } from './use-check.ts';

/** The search at the top of the home page; on a desktop, it has the focus on load. */
export function CheckPanel({ check }: { check: Check }) {
  // On load only: a later search does not move the focus.
  const [hasInitialSearch] = useState(check.term !== '');
  useEffect(() => {
    const { activeElement, body } = document;
    const isIdle = activeElement === null || activeElement === body;
    if (!isIdle || hasInitialSearch || window.location.hash !== '') return;
    if (!window.matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    document.querySelector<HTMLInputElement>('[data-check]')?.focus({ preventScroll: true });
  }, [hasInitialSearch]);
  return (
    <div className="paper rounded-lg p-3 shadow-card sm:p-5">
      <SearchBox
        typed={check.typed}
        suggestions={suggestUsernames(check.list.allLoaded, check.typed)}
        canClear={check.typed !== '' || check.term !== ''}
        onType={check.setTyped}
        onSearch={check.search}
        onClear={check.clear}
      />
      <PrivateToggle onToggle={check.forget} />
    </div>
  );
}
