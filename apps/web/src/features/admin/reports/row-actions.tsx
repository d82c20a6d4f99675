import BookOpenCheck from 'lucide-react/icons/book-open-check';
import ImageDown from 'lucide-react/icons/image-down';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { Button } from '../../../ui/button.tsx';

type RowActionsProps = {
  username: string;
  onEdit: () => void;
  /** Absent if the row has no profile image. */
  onRefresh: (() => void) | undefined;
  isRefreshing: boolean;
  /** Absent if the report is not held. */
  onPublish: (() => void) | undefined;
  /** Absent unless it is listed praise that no admin has read. */
  onRead: (() => void) | undefined;
  onDelete: () => void;
};

/** Actions of a report; each button's accessible name includes the username. */
export function RowActions({
  username,
  onEdit,
  onRefresh,
  isRefreshing,
  onPublish,
  onRead,
  onDelete,
}: RowActionsProps) {
  const whose = <span className="sr-only"> @{username}</span>;
  const looks = 'px-3!';
  return (
    <div className="col-span-full flex flex-wrap gap-2 px-1 lg:col-span-1 lg:flex-nowrap lg:justify-end lg:px-0">
      {onPublish && (
        <Button look="pine" onClick={onPublish} className={looks}>
          <ListChecks aria-hidden="true" className="hidden size-4 sm:block" />
          Publish{whose}
        </Button>
      )}
      {onRead && (
        <Button look="pine" onClick={onRead} className={looks}>
          <BookOpenCheck aria-hidden="true" className="hidden size-4 sm:block" />
          Mark as read{whose}
        </Button>
      )}
      <Button data-edit look="outline" onClick={onEdit} className={looks}>
        <Pencil aria-hidden="true" className="hidden size-4 sm:block" />
        Edit{whose}
      </Button>
      {onRefresh && (
        <Button
          look="outline"
          title="Refresh the profile image"
          aria-disabled={isRefreshing}
          onClick={() => !isRefreshing && onRefresh()}
          className={looks}
        >
          <ImageDown aria-hidden="true" className="hidden size-4 sm:block" />
          {isRefreshing ? 'Refreshing' : 'Refresh'}
          <span className="sr-only"> profile image of @{username}</span>
        </Button>
      )}
      <Button
        look="outline"
        onClick={onDelete}
        className={`${looks} text-cranberry-700 hover:border-cranberry-700`}
      >
        <Trash2 aria-hidden="true" className="hidden size-4 sm:block" />
        Delete{whose}
      </Button>
    </div>
  );
}
