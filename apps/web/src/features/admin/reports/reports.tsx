import { BULK_DELETE_MAX } from '@naughty-list/contracts/admin-reports';
import { formatWhole } from '@naughty-list/contracts/tokens';
import type { LucideIcon } from 'lucide-react';
import ListChecks from 'lucide-react/icons/list-checks';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { counted, ListFilters, ListPage, ListSummary, useList } from '../list.tsx';
import { SelectionBar, useSelection } from '../selection.tsx';
import { leftOut, useChange } from '../use-change.ts';
import { DeleteMatching } from './delete-matching.tsx';
import { type DeletableRow, DeleteDialog } from './deletion.tsx';
import { PersonalData } from './personal-data.tsx';
import { niceReportList, type ReportList, scammerReportList } from './report-list.ts';
import { ReportRow } from './report-row.tsx';

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
    <section aria-labelledby="list-title" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2
          id="list-title"
          className={reportList.tone === 'pine' ? 'text-2xl text-pine-700' : 'text-2xl text-cranberry-700'}
        >
          {reportList.title}
        </h2>
        <ListSummary list={list} />
      </div>
      <ListFilters list={list} placeholder="Username, words or id" />
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
                <BulkButton
                  look="pine"
                  Icon={ListChecks}
                  text="Publish selected"
                  isDisabled={isDisabled}
                  onPress={() => publish.run(chosen.map(({ id }) => id))}
                />
              )}
              <BulkButton
                look="cranberry"
                Icon={Trash2}
                text="Delete selected"
                isDisabled={isDisabled}
                onPress={() => setToDelete(chosen)}
              />
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
    </section>
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

type BulkButtonProps = {
  look: 'pine' | 'cranberry';
  Icon: LucideIcon;
  text: string;
  isDisabled: boolean;
  onPress: () => void;
};

/** On a phone, two of them share the width of a row. */
function BulkButton({ look, Icon, text, isDisabled, onPress }: BulkButtonProps) {
  return (
    <Button
      look={isDisabled ? 'outline' : look}
      Icon={Icon}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onPress()}
      className="max-sm:grow max-sm:px-3"
    >
      {text}
    </Button>
  );
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
