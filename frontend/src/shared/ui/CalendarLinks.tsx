import { type CalendarItem, googleCalendarUrl, outlookUrl } from '../lib/calendarLinks';
import { CalendarIcon } from './icons/CalendarIcon';

interface Props {
  /** Null where nothing of it is ahead. */
  item: CalendarItem | null;
  /** The URL of its calendar file; absent where one file of several is beside it. */
  file?: string | undefined;
  /** The id of a title that says what is added, where several stand on a page. */
  describedBy?: string;
}

/** Adds something to a calendar: as a file, or in the calendars that open no files. */
export function CalendarLinks({ item, file, describedBy }: Props) {
  if (!item && !file) return null;
  const what = item?.isNext ? 'Add the next meeting to' : 'Add to';
  return (
    <p className="cluster items-center gap-x-4 text-s">
      {file && (
        <a
          className="inline-row items-center gap-2 touch"
          href={file}
          download
          aria-describedby={describedBy}
        >
          <CalendarIcon size={18} />
          Add {item?.isNext && 'all '}to calendar
        </a>
      )}
      {item && (
        <span className="inline-row gap-4">
          {(item.isNext || !file) && (
            <span className="inline-row items-center gap-2 touch">
              {item.isNext ? 'Next meeting:' : 'Add to'}
            </span>
          )}
          <a
            className="inline-row items-center gap-2 touch"
            href={googleCalendarUrl(item)}
            target="_blank"
            rel="noreferrer"
            aria-label={`${what} Google Calendar`}
            aria-describedby={describedBy}
          >
            Google
          </a>
          <a
            className="inline-row items-center gap-2 touch"
            href={outlookUrl(item)}
            target="_blank"
            rel="noreferrer"
            aria-label={`${what} Outlook`}
            aria-describedby={describedBy}
          >
            Outlook
          </a>
        </span>
      )}
    </p>
  );
}
