import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ChapterPage } from '../../features/academy/components/ChapterPage';
import { academyChapter } from '../../features/academy/queries';
import { useAuth } from '../../features/account/queries';
import { useTitle } from '../page/useTitle';

export function AcademyChapter() {
  const { module = '', chapter = '' } = useParams<'module' | 'chapter'>();
  const { isAuthenticated } = useAuth();
  const { data } = useSuspenseQuery(academyChapter(module, chapter));
  useTitle(data.data.title);
  return <ChapterPage chapter={data.data} isMember={isAuthenticated} />;
}
