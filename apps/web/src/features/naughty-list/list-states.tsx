import { Button } from '../../ui/button.tsx';
import { Holly } from '../../ui/holly.tsx';
import { Notice } from '../../ui/notice.tsx';
import { WaxSeal } from '../../ui/wax-seal.tsx';

export function ListEmpty() {
  return (
    <Notice title="No reports yet" role="status" art={<Holly className="h-16" />}>
      <p>Be the first to report a scammer and help protect the community!</p>
    </Notice>
  );
}

/** Neutral colour: an account that is not listed is not thereby safe. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Notice
      title="No matching reports found"
      role="status"
      art={<WaxSeal letter="?" tone="gold" className="size-20" />}
    >
      <p>Try adjusting your search terms or category filter</p>
      <p>Not listed doesn't mean safe. Keep your eyes open.</p>
      <Button look="outline" onClick={onClear}>
        Back to the whole list
      </Button>
    </Notice>
  );
}
