import Smile from 'lucide-react/icons/face-slightly-smiling';
import ImageUp from 'lucide-react/icons/image-up';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { useCallback, useRef, useState } from 'react';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Holly } from '../../ui/drawings.tsx';
import { Notice } from '../../ui/states.tsx';
import { Adjustments } from './adjustments.tsx';
import { ExportPanel } from './export-panel.tsx';
import type { Overlay } from './geometry.ts';
import { usePhoto, usePhotoDrops } from './open-photo.ts';
import { isTriedOn, useArt, useOutfit } from './outfit.ts';
import { Painting, type Photo } from './painting.tsx';
import { Stage } from './stage.tsx';
import { StageToolbar } from './stage-toolbar.tsx';
import { type ArtId, labelOf } from './wardrobe.ts';
import { WardrobePicker } from './wardrobe-picker.tsx';

/** The picture editor: stage on one side, wardrobe and tools on the other. */
export function PfpEditor() {
  const { photo, isOpening, problem, open } = usePhoto();
  const outfit = useOutfit();
  const { overlays, selected, change } = outfit;
  useArt(overlays);
  const isOver = usePhotoDrops(open);
  const [isRound, setIsRound] = useState(false);
  const stageRef = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const upload = useCallback(() => input.current?.click(), []);

  const choose = (piece: ArtId, byPointer: boolean) => {
    if (!photo && !isOpening) open();
    if (selected && selected.art !== piece && isTriedOn(selected, piece)) {
      showToast({
        title: `Changed to ${labelOf(piece)}`,
        description: 'To wear both, move one before you pick another.',
      });
    }
    change({ type: 'add', art: piece });
    // After a click, arrow keys move the overlay at once; keyboard users stay on the shelf.
    if (byPointer) stageRef.current?.focus({ preventScroll: true });
  };
  return (
    <section
      aria-labelledby="workbench-title"
      className="paper grid gap-x-8 gap-y-4 rounded-lg p-3 shadow-page sm:p-6 lg:grid-cols-[minmax(0,512px)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:p-8"
    >
      <h2 id="workbench-title" className="sr-only">
        The workbench
      </h2>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Photo"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Allows choosing the same file again.
          event.currentTarget.value = '';
          if (file) open(file);
        }}
      />
      <div className="easel z-10 grid content-start gap-3">
        <div className="relative mx-auto w-full max-w-lg">
          <Stage {...{ photo, outfit, isRound, stageRef }}>
            {!photo && overlays.length === 0 && <PhotoPrompt {...{ isOpening, problem, open, upload }} />}
            {(isOver || (isOpening && photo)) && (
              <p className="display pointer-events-none absolute inset-0 grid place-content-center bg-night-950/80 text-2xl text-gold-300">
                {isOver ? "Let go, I've got it" : 'Unwrapping your photo…'}
              </p>
            )}
          </Stage>
        </div>
        <StageToolbar
          {...{ outfit, isRound }}
          hasPhoto={photo !== undefined}
          onRound={setIsRound}
          onUpload={upload}
        />
      </div>
      <div className="grid content-start gap-4 lg:row-span-2">
        <p className="flex items-start gap-2 text-pine-900">
          <LockKeyhole aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span>
            <strong>Your photo never leaves this browser.</strong> Nothing is sent, nothing is kept.
          </span>
        </p>
        <WardrobePicker worn={selected?.art} onChoose={choose} />
        <Adjustments outfit={outfit} />
        {photo && <RoundPreview photo={photo} overlays={overlays} />}
      </div>
      <ExportPanel photo={photo} overlays={overlays} />
    </section>
  );
}

type PhotoPromptProps = Omit<ReturnType<typeof usePhoto>, 'photo'> & { upload: () => void };

/** The empty stage: upload a photo, or use the sample. */
function PhotoPrompt({ isOpening, problem, open, upload }: PhotoPromptProps) {
  return (
    <div className="paper absolute inset-0 grid place-content-center">
      <Notice
        title={isOpening ? 'Unwrapping your photo…' : (problem?.title ?? 'Whose head is cold?')}
        art={<Holly className="h-12 sm:h-16" />}
      >
        <p className="text-balance">{problem?.description ?? 'Drop a photo here, paste it, or pick one.'}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button look="gold" Icon={ImageUp} onClick={upload} disabled={isOpening}>
            Upload a photo
          </Button>
          <Button look="outline" Icon={Smile} onClick={() => open()} disabled={isOpening}>
            Borrow a face
          </Button>
        </div>
      </Notice>
    </div>
  );
}

type RoundPreviewProps = { photo: Photo; overlays: readonly Overlay[] };

/** Preview as a small round avatar. */
function RoundPreview(picture: RoundPreviewProps) {
  return (
    <figure className="flex items-center gap-4 rounded-lg bg-night-900 p-4 text-snow">
      <span aria-hidden="true" className="flex items-center gap-4">
        <Painting {...picture} side={96} className="block size-24 rounded-full bg-snow-dim" />
        <Painting {...picture} side={48} className="block size-12 rounded-full bg-snow-dim" />
      </span>
      <figcaption>
        <strong className="block">You, in a timeline near you</strong>
        <span className="text-snow-dim">Most sites crop it to a circle.</span>
      </figcaption>
    </figure>
  );
}
