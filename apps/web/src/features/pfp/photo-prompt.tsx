import Smile from 'lucide-react/icons/face-slightly-smiling';
import ImageUp from 'lucide-react/icons/image-up';
import { Button } from '../../ui/button.tsx';
import { Holly } from '../../ui/holly.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { PhotoProblem } from './open-photo.ts';
import { problemTexts } from './use-photo.ts';

type PhotoPromptProps = {
  isOpening: boolean;
  problem: PhotoProblem | undefined;
  onUpload: () => void;
  onSample: () => void;
};

/** The empty stage: upload a photo, or use the sample. */
export function PhotoPrompt({ isOpening, problem, onUpload, onSample }: PhotoPromptProps) {
  return (
    <div className="paper absolute inset-0 grid place-content-center">
      <Notice
        title={
          isOpening ? 'Unwrapping your photo…' : problem ? problemTexts[problem].title : 'Whose head is cold?'
        }
        art={<Holly className="h-12 sm:h-16" />}
      >
        <p className="text-balance">
          {problem && !isOpening
            ? problemTexts[problem].description
            : 'Drop a photo here, paste it, or pick one.'}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button look="gold" onClick={onUpload} disabled={isOpening}>
            <ImageUp aria-hidden="true" className="size-5" />
            Upload a photo
          </Button>
          <Button look="outline" onClick={onSample} disabled={isOpening}>
            <Smile aria-hidden="true" className="size-5" />
            Borrow a face
          </Button>
        </div>
      </Notice>
    </div>
  );
}
