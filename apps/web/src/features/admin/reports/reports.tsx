import { BULK_DELETE_MAX } from '@naughty-list/contracts/admin-reports';
import { formatWhole } from '@naughty-list/contracts/tokens';
import ListChecks from 'lucide-react/icons/list-checks';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { useNow } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { counted, ListFilters, ListPage, ListSummary, useList } from '../list.tsx';
import { TabPage } from '../parts.tsx';
import { SelectionBar, useSelection } from '../selection.tsx';
import { leftOut, useChange } from '../use-change.ts';
import { DeleteMatching } from './delete-matching.tsx';
import { type DeletableRow, DeleteDialog } from './deletion.tsx';
import { PersonalData } from './personal-data.tsx';
import { niceReportList, type ReportList, scammerReportList } from './report-list.ts';
import { ReportRow } from './report-row.tsx';

/** On a phone, two of them share the width of a row. */
const bulkClasses = 'max-sm:grow max-sm:px-3';

/** One of the two lists, paginated, with all admin actions. */
function ReportTable({ reportList }: { reportList: ReportList }) {
  const list = useList(reportList);
  const selection = useSelection<DeletableRow>(({ id }) => id);
  const { entries: chosen } = selection;
  const elsewhere = chosen.length - list.rows.filter(selection.has).length;
  const isDisabled = chosen.length === 0 || chosen.length > BULK_DELETE_MAX;
  const [toDelete, setToDelete] = useState<readonly DeletableRow[]>();
  const publish = usePublish(reportList, selection.forget);
  const markRead = useMarkRead(reportList);
  const now = useNow();
  return (
    <TabPage title={reportList.title} tone={reportList.tone} beside={<ListSummary list={list} />}>
      <ListFilters list={list} placeholder="Username, words or ID" />
      <ListPage list={list} tone={reportList.tone}>
        {(rows) => (
          <>
            <SelectionBar
              label="All on this page"
              shown={rows}
              selection={selection}
              count={chosen.length}
              max={BULK_DELETE_MAX}
              note={elsewhere > 0 && `, ${formatWhole(elsewhere)} elsewhere`}
            >
              {list.chosen.state === 'held' && (
                <Button
                  look={isDisabled ? 'outline' : 'pine'}
                  Icon={ListChecks}
                  aria-disabled={isDisabled}
                  onClick={() => publish.run(chosen.map(({ id }) => id))}
                  className={bulkClasses}
                >
                  Publish selected
                </Button>
              )}
              <Button
                look={isDisabled ? 'outline' : 'cranberry'}
                Icon={Trash2}
                aria-disabled={isDisabled}
                onClick={() => setToDelete(chosen)}
                className={bulkClasses}
              >
                Delete selected
              </Button>
            </SelectionBar>
            {rows.map((row) => (
              <ReportRow
                key={row.id}
                reportList={reportList}
                row={row}
                now={now}
                isChosen={selection.has(row)}
                onChoose={(isChosen) => selection.choose([row], isChosen)}
                onPublish={() => publish.run([row.id])}
                onRead={() => markRead.run([row.id])}
                onDelete={() => setToDelete([row])}
              />
            ))}
          </>
        )}
      </ListPage>
      {toDelete && (
        <DeleteDialog
          reportList={reportList}
          toDelete={toDelete}
          onDeleted={selection.forget}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </TabPage>
  );
}

/** Publishes held reports and shows which were skipped and why. */
function usePublish({ publish, noun }: ReportList, onPublished: (ids: readonly number[]) => void) {
  return useChange({
    failure: 'Publish failed',
    work: publish,
    done: ({ published, notPublished }) => {
      onPublished(published);
      const left = leftOut(notPublished, 'published');
      return {
        title:
          published.length === 0 ? 'Nothing was published' : `Published ${counted(published.length, noun)}`,
        description: left ?? (published.length === 1 ? "It's public now." : "They're public now."),
        ...(left && { variant: 'destructive' }),
      };
    },
  });
}

/** Marks praise as read, which gives it a seal. */
function useMarkRead({ markRead }: ReportList) {
  return useChange({
    failure: 'Not marked as read',
    work: async (ids: number[]) => markRead?.(ids),
    done: (marked) =>
      marked?.read.length
        ? { title: 'Marked as read', description: 'It has its seal now.' }
        : { title: 'Already marked as read' },
  });
}

export function ScammerReports() {
  return (
    <>
      <ReportTable reportList={scammerReportList} />
      <DeleteMatching reportList={scammerReportList} />
      <PersonalData />
    </>
  );
}

export function NiceReports() {
  return <ReportTable reportList={niceReportList} />;
}
