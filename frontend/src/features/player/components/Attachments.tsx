import { DownloadIcon } from '../../../shared/ui/icons/DownloadIcon';
import { sizeOf } from '../lib/topicLabels';
import type { Topic } from '../queries';
import classes from './Attachments.module.css';

export function Attachments({ files }: { files: Topic['attachments'] }) {
  if (files.length === 0) return null;
  return (
    <section className={classes.root} aria-labelledby="attachments">
      <h2 id="attachments" className={classes.title}>
        Attachments
      </h2>
      <ul className={classes.list}>
        {files.map(({ title, url, size }) => (
          <li key={url}>
            <a className={classes.file} href={url} download>
              <DownloadIcon />
              <span className={classes.name}>{title}</span>
              <span className={`${classes.size} tabular`}>{sizeOf(size)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
