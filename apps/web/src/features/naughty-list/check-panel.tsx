import { useEffect, useState } from 'react';
import { PrivateToggle } from './private-mode.tsx';
import { SearchBox } from './search-box.tsx';
import { suggestUsernames } from './suggestions.ts';
import type { Check } from './use-check.ts';

/** The search box. On a desktop it takes the focus when the page opens. */
export function CheckPanel({ check }: { check: Check }) {
  // As of the first render: later searches do not move the focus.
  const [hasQuestion] = useState(check.term !== '');
  useEffect(() => {
    const { activeElement, body } = document;
    const isIdle = activeElement === null || activeElement === body;
    if (!isIdle || hasQuestion || window.location.hash !== '') return;
    if (!window.matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    document.querySelector<HTMLInputElement>('[data-check]')?.focus({ preventScroll: true });
  }, [hasQuestion]);
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
