import { DownloadIcon } from '../../../shared/ui/icons/DownloadIcon';
import { sizeOf } from '../lib/topicLabels';
import type { Topic } from '../queries';
import * as classes from './Attachments.module.css';

export function Attachments({ files }: { files: Topic['attachments'] }) {
  if (files.length === 0) return null;
  return (
    <section className="stack gap-3" aria-labelledby="attachments">
      <h2 id="attachments" className="text-m">
        Attachments
      </h2>
      <ul className="stack gap-2">
        {files.map(({ title, url, size }) => (
          <li key={url}>
            <a
              className={`row items-center gap-3 touch ink text-s no-underline ${classes.file}`}
              href={url}
              download
            >
              <DownloadIcon />
              <span className="flex-1 min-w-0 anywhere">{title}</span>
              <span className="flex-none ink-3 text-xs tabular">{sizeOf(size)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
