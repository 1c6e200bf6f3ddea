import { useEffect, useEffectEvent, useRef } from 'react';
import { useMarkRead } from '../mutations';
import type { Chapter } from '../queries';
import * as classes from './ChapterPage.module.css';

/** The end of the text. A member who scrolls here has read the chapter; visitors are not tracked. */
export function ChapterEnd({ chapter, isMember }: { chapter: Chapter; isMember: boolean }) {
  const end = useRef<HTMLParagraphElement>(null);
  const markRead = useEffectEvent(useMarkRead(chapter));
  const isUnread = isMember && !chapter.isRead;
  useEffect(() => {
    if (!isUnread || !end.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) markRead();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isUnread]);
  return (
    <p className={`mt-8 green text-s weight-550 print-hidden ${classes.end}`} ref={end} role="status">
      {isMember && chapter.isRead ? 'You have read this chapter.' : ''}
    </p>
  );
}
