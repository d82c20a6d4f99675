import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WaxSeal } from '../../../ui/wax-seal.tsx';

/** Nothing was changed yet, or nothing that matches. */
export function EmptyLog({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  const art = <WaxSeal letter="?" tone="gold" className="size-16" />;
  if (!isFiltered) {
    return (
      <Notice title="Nothing was changed yet" art={art}>
        <p>Every change by an admin is written down here: who, what, before and after.</p>
      </Notice>
    );
  }
  return (
    <Notice title="No matching entries found" art={art}>
      <Button look="ink" onClick={onShowAll}>
        Show all
      </Button>
    </Notice>
  );
}
