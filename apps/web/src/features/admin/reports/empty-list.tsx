import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WaxSeal } from '../../../ui/wax-seal.tsx';
import { writeFilter } from './list-address.ts';
import type { ListFilter, ReportList } from './report-list.ts';

type EmptyListProps = { reportList: ReportList; filter: ListFilter; onShowAll: () => void };

/** Empty state: no reports yet, or no matches. */
export function EmptyList({ reportList, filter, onShowAll }: EmptyListProps) {
  const isFiltered = Object.values(writeFilter(filter)).some((value) => value !== undefined);
  const art = <WaxSeal letter="?" tone={reportList.tone} className="size-16" />;
  if (!isFiltered) {
    return (
      <Notice title={`No ${reportList.noun.many} yet`} art={art}>
        <p>A clean page. New entries will appear here.</p>
      </Notice>
    );
  }
  return (
    <Notice title={`No matching ${reportList.noun.many} found`} art={art}>
      <p>Try other words or a longer period, or show all.</p>
      <Button look="ink" onClick={onShowAll}>
        Show all
      </Button>
    </Notice>
  );
}
