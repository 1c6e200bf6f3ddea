import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useAuth } from '../../features/account/queries';
import { CourseBox } from '../../features/catalog/components/CourseBox';
import { CourseHead } from '../../features/catalog/components/CourseHead';
import { Goals, Terms } from '../../features/catalog/components/CourseSections';
import { Curriculum } from '../../features/catalog/components/Curriculum';
import { RelatedCourses } from '../../features/catalog/components/RelatedCourses';
import { Reviews } from '../../features/catalog/components/Reviews';
import { courseDetail, type Topic } from '../../features/catalog/queries';
import { ProNote } from '../../features/pro/components/ProNote';
import '../dialogs/registerCheckout';
import { LazySection } from '../../shared/ui/LazySection';
import * as columns from '../../shared/ui/TwoColumns.module.css';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';
import { useTitle } from '../page/useTitle';

const loadReviewButton = () => import(/* webpackChunkName: "review-button" */ '../dialogs/ReviewButton');
const loadPreview = () => import(/* webpackChunkName: "preview-dialog" */ '../dialogs/PreviewDialog');

export default function Course() {
  const { courseId = '' } = useParams<'courseId'>();
  const { data: detail } = useSuspenseQuery(courseDetail(courseId));
  const course = detail.data;
  const { user, isAuthenticated } = useAuth();
  const preview = useLazyComponent(loadPreview);
  const reviewButton = useLazyComponent(loadReviewButton);
  const [previewed, setPreviewed] = useState<Topic | null>(null);
  useTitle(course.title);
  return (
    <article className={`container ${columns.root}`}>
      <CourseHead course={course} isMember={isAuthenticated} />
      <CourseBox
        course={course}
        isMember={isAuthenticated}
        proNote={<ProNote hasTrial={!user || user.trial.status === 'available'} course={course.weburlname} />}
        onPreview={setPreviewed}
        onPreload={preview.preload}
      />
      <div className={`stack gap-10 columns-1 ${columns.body}`}>
        <Goals course={course} />
        <Curriculum course={course} onPreview={setPreviewed} onPreload={preview.preload} />
        <Terms course={course} />
        <Reviews
          course={course}
          action={
            course.review?.allowed && (
              <LazySection lazyComponent={reviewButton} props={{ own: course.ownReview }} />
            )
          }
        />
        <RelatedCourses courses={course.related} />
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
