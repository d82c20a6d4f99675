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

/** `isAnswered`: the answer above says it already, so that it is not announced again. */
export function NothingFound({ onClear, isAnswered }: { onClear: () => void; isAnswered: boolean }) {
  return (
    <Notice title="No matching reports found" {...(isAnswered ? {} : { role: 'status' as const })}>
      <p>Try adjusting your search terms or category filter</p>
      <Button look="outline" onClick={onClear}>
        Back to the whole list
      </Button>
    </Notice>
  );
}
