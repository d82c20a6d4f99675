import type { LucideIcon } from 'lucide-react';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import ImageUp from 'lucide-react/icons/image-up';
import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { classes } from '../../lib/classes.ts';
import type { OutfitEditor } from './outfit.ts';

const toolClasses =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-sm border border-current font-bold whitespace-nowrap transition-colors duration-150 disabled:opacity-60';

type StageToolbarProps = {
  outfit: OutfitEditor;
  hasPhoto: boolean;
  isRound: boolean;
  onRound: (isRound: boolean) => void;
  onUpload: () => void;
};

/** Actions on the whole picture: photo, undo and redo, round mask. */
export function StageToolbar({ outfit, hasPhoto, isRound, onRound, onUpload }: StageToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-1 sm:gap-2">
      {hasPhoto && (
        <button type="button" onClick={onUpload} className={classes(toolClasses, 'px-3 hover:bg-ink-900/10')}>
          <ImageUp aria-hidden="true" className="size-5" />
          Change photo
        </button>
      )}
      <span className="ml-auto" />
      <Tool
        Icon={Undo2}
        label="Undo"
        disabled={!outfit.canUndo}
        onPress={() => outfit.change({ type: 'undo' })}
      />
      <Tool
        Icon={Redo2}
        label="Redo"
        disabled={!outfit.canRedo}
        onPress={() => outfit.change({ type: 'redo' })}
      />
      <Tool Icon={CircleDashed} label="Circle preview" pressed={isRound} onPress={() => onRound(!isRound)} />
    </div>
  );
}

type ToolProps = {
  Icon: LucideIcon;
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  onPress: () => void;
};

function Tool({ Icon, label, disabled, pressed, onPress }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
      className={classes(
        toolClasses,
        'w-12',
        pressed ? 'bg-ink-900 text-parchment-100 hover:bg-ink-700' : 'hover:bg-ink-900/10',
      )}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}
