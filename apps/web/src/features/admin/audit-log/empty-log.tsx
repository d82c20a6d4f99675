import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WaxSeal } from '../../../ui/wax-seal.tsx';

type EmptyLogProps = { isFiltered: boolean; purpose: string; onShowAll: () => void };

/** Empty state: no changes yet, or no matches. */
export function EmptyLog({ isFiltered, purpose, onShowAll }: EmptyLogProps) {
  const art = <WaxSeal letter="?" tone="gold" className="size-16" />;
  if (!isFiltered) {
    return (
      <Notice title="No changes yet" art={art}>
        <p>{purpose}</p>
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
