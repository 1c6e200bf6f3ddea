import { useState } from 'react';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { DocumentIcon } from '../../../shared/ui/icons/DocumentIcon';
import type { Media } from '../queries';
import * as classes from './PdfTopic.module.css';

interface Props {
  title: string;
  media: Media;
}

/** A PDF in the browser's own viewer; a link where there is none, as on most phones. */
export function PdfTopic({ title, media }: Props) {
  // The URL stays the same while the PDF is shown, although it is renewed every few minutes.
  const [{ url }] = useState(media);
  const isHydrated = useIsHydrated();
  const hasViewer = isHydrated && navigator.pdfViewerEnabled;
  return (
    <div className="stack gap-3">
      {hasViewer && <iframe className={classes.viewer} src={`${url}#navpanes=0&view=FitH`} title={title} />}
      <div
        className={
          hasViewer ? 'row' : `surface column items-center gap-4 ink-2 text-s align-center ${classes.card}`
        }
      >
        {isHydrated && !hasViewer && (
          <>
            <DocumentIcon size={32} />
            <p>This browser opens PDFs in a new tab.</p>
          </>
        )}
        <ButtonLink variant="secondary" href={media.url} target="_blank" rel="noreferrer">
          Open in a new tab
        </ButtonLink>
      </div>
    </div>
  );
}
