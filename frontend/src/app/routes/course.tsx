import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useAuth } from '../../features/account/queries';
import { CourseBox } from '../../features/catalog/components/CourseBox';
import { CourseHead } from '../../features/catalog/components/CourseHead';
import classes from '../../features/catalog/components/CoursePage.module.css';
import { Goals, Terms } from '../../features/catalog/components/CourseSections';
import { Curriculum } from '../../features/catalog/components/Curriculum';
import { Reviews } from '../../features/catalog/components/Reviews';
import { offerOf } from '../../features/catalog/lib/offer';
import { courseDetail, type Topic } from '../../features/catalog/queries';
import { courseProgress } from '../../features/player/queries';
import '../dialogs/registerCheckout';
import { LazySection } from '../dialogs/LazySection';
import { ReviewButton } from '../dialogs/ReviewButton';
import { useLazyComponent } from '../dialogs/useLazyComponent';
import { useTitle } from '../page/useTitle';

const loadPreview = () => import(/* webpackChunkName: "preview-dialog" */ '../dialogs/PreviewDialog');

export default function Course() {
  const { courseId = '' } = useParams<'courseId'>();
  const { data: detail } = useSuspenseQuery(courseDetail(courseId));
  const course = detail.data;
  const { isAuthenticated } = useAuth();
  const isOpen = course.access?.granted ?? false;
  const progress = useQuery({ ...courseProgress(course._id), enabled: isOpen });
  const preview = useLazyComponent(loadPreview);
  const [previewed, setPreviewed] = useState<Topic | null>(null);
  useTitle(course.title);
  return (
    <article className={`container ${classes.root}`}>
      <CourseHead course={course} />
      <CourseBox
        course={course}
        offer={offerOf(course, progress.data?.progress.lastTopicId)}
        isMember={isAuthenticated}
      />
      <div className={classes.body}>
        <Goals course={course} />
        <Curriculum course={course} onPreview={setPreviewed} onPreload={preview.preload} />
        <Terms course={course} />
        <Reviews course={course} action={isOpen && <ReviewButton />} />
      </div>
      {previewed && (
        <LazySection
          lazyComponent={preview}
          props={{ courseKey: course._id, topic: previewed, onClose: () => setPreviewed(null) }}
        />
      )}
    </article>
  );
}
