import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { loginDialog } from '../../../shared/stores/loginDialog';
import { Button } from '../../../shared/ui/Button';
import type { CourseCard } from '../queries';
import { useWish, wishList } from '../wishListQueries';

interface Props {
  course: Pick<CourseCard, '_id' | 'title'>;
  isMember: boolean;
}

/** Saves a course for later, or removes it again. A visitor logs in first. */
export function WishButton({ course, isMember }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const { data } = useQuery({ ...wishList(), enabled: isMember });
  const wish = useWish(course._id);
  const isWished = data?.courseIds.includes(course._id) ?? false;
  const press = () => {
    if (isMember) wish.mutate(!isWished);
    else loginDialog.open({ opener: opener.current, onDone: () => wish.mutate(true) });
  };
  return (
    <>
      <Button
        ref={opener}
        variant="secondary"
        size="s"
        aria-pressed={isWished}
        aria-label={`Wish list: ${course.title}`}
        onClick={press}
      >
        {isWished ? 'In your wish list' : 'Add to wish list'}
      </Button>
      <span role="status">{wish.error && messageOf(wish.error, 'other')}</span>
    </>
  );
}
