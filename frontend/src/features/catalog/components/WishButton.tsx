import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { loginDialog } from '../../../shared/stores/loginDialog';
import { Button } from '../../../shared/ui/Button';
import type { CourseCard } from '../queries';
import { useWish, wish } from '../wishListQueries';

interface Props {
  course: Pick<CourseCard, '_id' | 'title'>;
  isMember: boolean;
}

/** Saves a course for later, or removes it again. A visitor logs in first. */
export function WishButton({ course, isMember }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const { data } = useQuery({ ...wish(course._id), enabled: isMember });
  const { mutate, error } = useWish(course._id);
  const isWished = data?.data.isWished ?? false;
  const press = () => {
    if (isMember) mutate(!isWished);
    else loginDialog.open({ opener: opener.current, onDone: () => mutate(true) });
  };
  return (
    <>
      <Button ref={opener} variant="secondary" size="s" onClick={press}>
        {isWished ? 'Remove from wish list' : 'Add to wish list'}
        <span className="visually-hidden">: {course.title}</span>
      </Button>
      <span role="status">{error && messageOf(error, 'other')}</span>
    </>
  );
}
