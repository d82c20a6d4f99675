import { useHydrated } from '@tanstack/react-router';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Share2 from 'lucide-react/icons/share-2';
import { useId, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { download } from '../../lib/download.ts';
import { showFailure, showToast } from '../../lib/toasts.ts';
import { composePostLink } from '../../lib/x-links.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { XIcon } from '../../ui/drawings.tsx';
import { exportSides, type Overlay } from './geometry.ts';
import { createCanvas, fetchArt, type Photo, paint } from './painting.tsx';
import type { ArtId } from './wardrobe.ts';

type ExportPanelProps = { photo: Photo | undefined; overlays: readonly Overlay[] };

/** Export size and targets. */
export function ExportPanel({ photo, overlays }: ExportPanelProps) {
  const isHydrated = useHydrated();
  const [isLarge, setIsLarge] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const [small, large] = exportSides(photo?.side ?? 0);
  const side = (isLarge && large) || (small ?? 0);

  const run = async (failure: string, work: (file: Promise<File>) => Promise<void>) => {
    if (!photo) return;
    setIsBusy(true);
    try {
      await work(pictureFile(photo, overlays, side));
    } catch (error) {
      console.info(failure, error);
      showFailure(
        failure,
        `Nothing is lost. Try again${side === large ? ', or choose the smaller size' : ''}.`,
      );
    } finally {
      setIsBusy(false);
    }
  };
  const save = () =>
    run('Download Failed', async (file) => {
      download(await file);
      setIsSaved(true);
      showToast({
        title: 'Download Complete',
        description: `${FILE_NAME}, ${side} × ${side}. Wear it with pride.`,
      });
    });
  const copy = () =>
    run('Copying Failed', async (file) => {
      // Passes the promise on: some browsers allow clipboard writes only within the user gesture.
      await navigator.clipboard.write([new ClipboardItem({ [PNG]: file })]);
      showToast({ title: 'Copied!', description: 'The picture is on your clipboard.' });
    });
  const share = () =>
    run('Sharing Failed', async (file) => {
      const shared = navigator.share({ files: [await file], title: 'My Santa profile picture' });
      await shared.catch((error: unknown) => {
        // The visitor closed the sheet.
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      });
    });
  const disabled = !photo || isBusy;
  return (
    <section
      aria-label="Save"
      className="grid content-start gap-3 border-t-2 border-dashed border-parchment-400 pt-4 lg:border-0 lg:pt-0"
    >
      {large !== undefined && small !== undefined && (
        <SizeChoice small={small} large={large} isLarge={isLarge} onChoose={setIsLarge} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          look={photo ? 'gold' : 'outline'}
          Icon={Download}
          className="grow text-lg"
          disabled={disabled}
          onClick={() => void save()}
        >
          Download
        </Button>
        {isHydrated && canCopyPictures() && (
          <Button look="outline" Icon={Copy} disabled={disabled} onClick={() => void copy()}>
            Copy
          </Button>
        )}
        {isHydrated && canSharePictures() && (
          <Button look="outline" Icon={Share2} disabled={disabled} onClick={() => void share()}>
            Share
          </Button>
        )}
      </div>
      {isSaved && (
        <div className="grid gap-2">
          <ButtonLink
            look="ink"
            href={composePostLink('Santa dressed me up. Get your hat:', `${window.location.origin}/pfp`)}
            Icon={XIcon}
            className="justify-self-start"
          >
            Post on X
          </ButtonLink>
          <p className="text-ink-700">Attach the saved picture yourself; a link can't carry it to X.</p>
        </div>
      )}
    </section>
  );
}

type SizeChoiceProps = {
  small: number;
  large: number;
  isLarge: boolean;
  onChoose: (isLarge: boolean) => void;
};

function SizeChoice({ small, large, isLarge, onChoose }: SizeChoiceProps) {
  const name = useId();
  const choices = [
    { side: small, label: 'Standard', isChosen: !isLarge },
    { side: large, label: 'Large', isChosen: isLarge },
  ];
  return (
    <fieldset className="flex flex-wrap gap-x-6 lg:order-last">
      <legend className="sr-only">Picture size</legend>
      {choices.map(({ side, label, isChosen }) => (
        <label key={label} className={classes('flex min-h-11 items-center gap-2', isChosen && 'font-bold')}>
          <input
            type="radio"
            name={name}
            checked={isChosen}
            onChange={() => onChoose(side === large)}
            className="size-5 accent-cranberry-600"
          />
          <span>
            {label}{' '}
            <span className="figures whitespace-nowrap">
              ({side} × {side})
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const FILE_NAME = 'santa-pfp.png';
const PNG = 'image/png';

/** The finished picture as a PNG of `side` by `side` pixels, rendered from the vector artwork. */
async function pictureFile(photo: Photo, overlays: readonly Overlay[], side: number): Promise<File> {
  const worn = [...new Set(overlays.map(({ art }) => art))];
  const art = new Map<ArtId, HTMLImageElement>();
  await Promise.all(worn.map(async (id) => art.set(id, (await fetchArt(id)).vector)));
  const { canvas, context } = createCanvas(side);
  paint(context, side, { photo: photo.image, overlays, artOf: (id) => art.get(id) });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, PNG));
  if (!blob) throw new Error('the picture could not be written');
  return new File([blob], FILE_NAME, { type: PNG });
}

function canCopyPictures(): boolean {
  return typeof ClipboardItem !== 'undefined' && typeof navigator.clipboard?.write === 'function';
}

function canSharePictures(): boolean {
  const probe = new File([], FILE_NAME, { type: PNG });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] });
}
