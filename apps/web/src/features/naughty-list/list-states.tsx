import { Button } from '../../ui/button.tsx';
import { Holly } from '../../ui/holly.tsx';
import { Notice } from '../../ui/notice.tsx';

export function ListEmpty() {
  return (
    <Notice title="No reports yet" role="status" art={<Holly className="h-16" />}>
      <p>Be the first to report a scammer and help protect the community!</p>
    </Notice>
  );
}

export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Notice title="No matching reports found" role="status">
      <p>Try adjusting your search terms or category filter</p>
      <Button look="outline" onClick={onClear}>
        Back to the whole list
      </Button>
    </Notice>
  );
}
