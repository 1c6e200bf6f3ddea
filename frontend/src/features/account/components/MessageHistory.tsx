import { type Ref, useState } from 'react';
import { formatDay, formatTime } from '../../../shared/lib/dates';
import { Button } from '../../../shared/ui/Button';
import { TimeZone } from '../../../shared/ui/TimeZone';
import names from '../lib/messageNames.json';
import { MESSAGES_PAGE, messagePage, type SentMessage } from '../messageQueries';
import * as classes from './MessageHistory.module.css';
import { PagedList } from './PagedList';

const CHANNELS: Record<SentMessage['channel'], string> = {
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  mail: 'Email',
};

const STATUSES: Record<SentMessage['status'], string> = {
  queued: 'Waiting to be sent',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Not delivered',
  unknown: 'Delivery unknown',
  dropped: 'No longer needed',
};

/** More than this is folded to its first lines. */
const SHORT_TEXT = 170;

/** What we sent to the user, by which way, when, and whether it was delivered. */
export default function MessageHistory() {
  return (
    <div className="stack gap-3 justify-items-start">
      <PagedList
        pageQuery={messagePage}
        pageSize={MESSAGES_PAGE}
        empty="We haven't sent you any messages yet."
      >
        {(message, ref) => <Message message={message} ref={ref} />}
      </PagedList>
    </div>
  );
}

function Message({ message, ref }: { message: SentMessage; ref: Ref<HTMLLIElement> }) {
  const { template, channel, to, subject, text, status, at } = message;
  return (
    <li ref={ref} className={`stack columns-1-auto text-s leading-5 anywhere ${classes.entry}`} tabIndex={-1}>
      <span className="weight-550">{(names as Record<string, string>)[template] ?? 'Message'}</span>
      <span className={`${status === 'sent' ? 'green' : status === 'failed' ? 'red' : 'ink-2'} align-right`}>
        {STATUSES[status]}
      </span>
      <span className={`mb-1 ink-3 text-xs ${classes.way}`}>
        {CHANNELS[channel]}
        {to && ` to ${to}`} ·{' '}
        <time className="tabular" dateTime={at}>
          {formatDay(at)}, {formatTime(at)}
          <TimeZone />
        </time>
      </span>
      {subject && <p className={classes.subject}>{subject}</p>}
      {text && <Text text={text.trim()} />}
    </li>
  );
}

function Text({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  if (text.length <= SHORT_TEXT) return <p className={`ink-2 pre-line ${classes.text}`}>{text}</p>;
  return (
    <div className={classes.long}>
      {/* Without empty lines, so that the first three say what it is about. */}
      <p className={`ink-2 pre-line ${classes.text} ${isOpen ? '' : 'clamp-3'}`}>
        {isOpen ? text : text.replace(/\n\s*\n/g, '\n')}
      </p>
      <Button
        variant="quiet"
        className={classes.fold}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Show less' : 'Show all'}
      </Button>
    </div>
  );
}
