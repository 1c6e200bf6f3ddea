import { useEffect, useEffectEvent, useRef } from 'react';
import { useNoteRead } from '../mutations';
import type { Chapter } from '../queries';
import classes from './ChapterPage.module.css';

/** The end of the text. A member who comes here has read the chapter; of visitors nothing is noted. */
export function ChapterEnd({ chapter, isMember }: { chapter: Chapter; isMember: boolean }) {
  const end = useRef<HTMLParagraphElement>(null);
  const { mutate, isPending } = useNoteRead(chapter);
  const reach = useEffectEvent(() => {
    if (!isPending) mutate();
  });
  const isAwaited = isMember && !chapter.isRead;
  useEffect(() => {
    if (!isAwaited || !end.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) reach();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isAwaited]);
  return (
    <p className={classes.end} ref={end} role="status">
      {isMember && chapter.isRead ? 'You have read this chapter.' : ''}
    </p>
  );
}
