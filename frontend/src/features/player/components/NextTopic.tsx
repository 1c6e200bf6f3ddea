import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../shared/lib/i18n';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { requestPlay } from '../lib/playRequest';
import { loadPreferences, savePreferences } from '../lib/preferences';
import { pathOf } from '../lib/topicPath';
import type { TopicLine } from '../queries';
import * as classes from './NextTopic.module.css';

const SECONDS = 8;

interface Props {
  courseKey: string;
  next: TopicLine;
  onCancel: () => void;
}

/** Nobody is taken away from the field in which they write. */
const isWriting = () => document.activeElement?.matches('textarea, input[type=search]') ?? false;

/**
 * Covers a video that has ended: the next topic opens after a few seconds, unless the person cancels. The
 * countdown waits while somebody writes a question or a note below the video.
 */
export function NextTopic({ courseKey, next, onCancel }: Props) {
  const i18n = useI18n();
  const [isAutomatic, setAutomatic] = useState(() => loadPreferences().autoplay);
  const [left, setLeft] = useState(SECONDS);
  const link = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    if (!isAutomatic) return;
    const timer = setInterval(() => setLeft((seconds) => (isWriting() ? seconds : seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [isAutomatic]);
  useEffect(() => {
    if (left === 0) link.current?.click();
  }, [left]);

  const choose = (autoplay: boolean) => {
    setAutomatic(autoplay);
    savePreferences({ autoplay });
  };
  return (
    <section
      className={`band stack gap-3 p-4 align-center ${classes.root}`}
      aria-label={i18n._('Next topic')}
    >
      <p className="stack gap-1 ink-2 text-s tabular" role="status">
        <span className="visually-hidden">{i18n._('Next topic')}: </span>
        <span aria-hidden="true">
          {isAutomatic ? i18n._('Next topic in {left} s', { left }) : i18n._('Next topic')}
        </span>
        <span className={`ink text-m weight-600 ${classes.title}`}>{next.title}</span>
      </p>
      <div className="row gap-3">
        <Button variant="secondary" onClick={onCancel}>
          {i18n._('Cancel')}
        </Button>
        <ButtonLink ref={link} to={pathOf(courseKey, next._id)} onClick={() => requestPlay(next._id)}>
          {i18n._('Open now')}
        </ButtonLink>
      </div>
      <Checkbox
        label={i18n._('Open the next topic automatically')}
        checked={isAutomatic}
        onChange={(event) => choose(event.target.checked)}
      />
    </section>
  );
}
