import { AppLink } from '../../../shared/ui/AppLink';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { pathOf } from '../lib/readingProgress';
import type { ChapterLine } from '../queries';
import * as classes from './ChapterRow.module.css';

interface Props {
  module: string;
  line: ChapterLine;
  number: number;
  isCurrent?: boolean;
  /** The list beside a chapter shows titles only. */
  withSummary?: boolean;
}

export function ChapterRow({ module, line, number, isCurrent = false, withSummary = false }: Props) {
  return (
    <AppLink
      className={`row items-start gap-3 touch p-3 ink text-s leading-snug no-underline ${classes.root}`}
      to={pathOf(module, line.weburlname)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span
        className={`stack place-center flex-none text-xs weight-550 tabular ${classes.mark}`}
        data-read={line.isRead || undefined}
      >
        {line.isRead ? <CheckIcon size={16} /> : number}
      </span>
      <span className={`flex-1 min-w-0 anywhere ${classes.text}`}>
        <span className={classes.title}>{line.title}</span>
        {line.isRead && <span className="visually-hidden">, read</span>}
        {withSummary && <span className={`block mt-1 ink-2 pretty ${classes.summary}`}>{line.summary}</span>}
      </span>
      <span className={`flex-none text-xs weight-400 ${classes.minutes} tabular`}>
        {line.readingMinutes} min
      </span>
    </AppLink>
  );
}
