import { type CalendarItem, googleCalendarUrl, outlookUrl } from '../lib/calendarLinks';
import classes from './CalendarLinks.module.css';
import { CalendarIcon } from './icons/CalendarIcon';

interface Props {
  /** Null: it takes place more than once, which only a file can say. */
  item: CalendarItem | null;
  /** The URL of its calendar file. */
  file: string;
  /** The id of a title that says what is added, where several stand on a page. */
  describedBy?: string;
}

/** Adds something to a calendar: as a file, or in the calendars that open no files. */
export function CalendarLinks({ item, file, describedBy }: Props) {
  return (
    <p className={classes.root}>
      <a className={classes.link} href={file} download aria-describedby={describedBy}>
        <CalendarIcon size={18} />
        Add to calendar
      </a>
      {item && (
        <span className={classes.others}>
          <a
            className={classes.link}
            href={googleCalendarUrl(item)}
            target="_blank"
            rel="noreferrer"
            aria-label="Add to Google Calendar"
            aria-describedby={describedBy}
          >
            Google
          </a>
          <a
            className={classes.link}
            href={outlookUrl(item)}
            target="_blank"
            rel="noreferrer"
            aria-label="Add to Outlook"
            aria-describedby={describedBy}
          >
            Outlook
          </a>
        </span>
      )}
    </p>
  );
}
