import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { CoursePrice } from '../../features/catalog/components/CourseCard';
import { courseDetail } from '../../features/catalog/queries';
import { ItemPage } from '../ItemPage';

export default function Course() {
  const { courseId = '' } = useParams<'courseId'>();
  const {
    data: { data: course },
  } = useSuspenseQuery(courseDetail(courseId));
  const [instructor] = course.instructors;
  return (
    <ItemPage
      title={course.title}
      lead={course.long_description}
      cover={course.webimage[0]?.url ?? ''}
      facts={[
        ['Level', course.level],
        ['Language', course.language],
        ['Length', `${(course.CoursetotalDuration / 60).toFixed(2)} min`],
        ['Instructor', instructor ? `${instructor.full_name}, ${instructor.experience}` : 'To be announced'],
        ['Access', `${course.accessValidityInDays} days`],
      ]}
      price={<CoursePrice course={course} size="l" />}
    >
      The curriculum and enrolment for this course are being prepared.
    </ItemPage>
  );
}
