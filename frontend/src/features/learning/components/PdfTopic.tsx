import { useState } from 'react';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { DocumentIcon } from '../../../shared/ui/icons/DocumentIcon';
import type { Media } from '../queries';
import classes from './PdfTopic.module.css';

interface Props {
  title: string;
  media: Media;
}

/** A document in the browser's own viewer; where a browser has none, as on most phones, only the link. */
export function PdfTopic({ title, media }: Props) {
  // What is being read stays as it is, though its address becomes a new one every few minutes.
  const [{ url }] = useState(media);
  const hasViewer = navigator.pdfViewerEnabled;
  return (
    <div className={classes.root}>
      {hasViewer && <iframe className={classes.viewer} src={`${url}#navpanes=0&view=FitH`} title={title} />}
      <div className={hasViewer ? classes.foot : classes.card}>
        {!hasViewer && (
          <>
            <DocumentIcon size={32} />
            <p>This browser opens documents in a tab of their own.</p>
          </>
        )}
        <ButtonLink variant="secondary" href={media.url} target="_blank" rel="noreferrer">
          Open in a new tab
        </ButtonLink>
      </div>
    </div>
  );
}
