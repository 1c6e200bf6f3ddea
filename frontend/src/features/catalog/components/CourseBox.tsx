import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import { track } from '../../../shared/lib/analytics';
import { formatDuration } from '../../../shared/lib/duration';
import { refundRule } from '../../../shared/lib/refundRule';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { checkoutDialog } from '../../../shared/stores/checkoutDialog';
import { loginDialog } from '../../../shared/stores/loginDialog';
import { Alert } from '../../../shared/ui/Alert';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import * as bar from '../../../shared/ui/BottomBar.module.css';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Cover } from '../../../shared/ui/Cover';
import { classNames } from '../../../shared/ui/classNames';
import { Duration } from '../../../shared/ui/Duration';
import { PlayIcon } from '../../../shared/ui/icons/PlayIcon';
import { MentorLine } from '../../../shared/ui/MentorLine';
import { TotalPrice } from '../../../shared/ui/TotalPrice';
import { checkoutItem } from '../lib/checkoutItem';
import { type Action, accessText, actionLabel, daysOf } from '../lib/offerText';
import { useEnrol } from '../mutations';
import type { CourseDetail, Topic } from '../queries';
import * as classes from './CourseBox.module.css';
import { CoursePrice } from './CourseCard';

interface Props {
  course: CourseDetail;
  isMember: boolean;
  /** What Pro costs, where Pro opens the course. */
  proNote?: ReactNode;
  /** Opens a free preview; `onPreload` when somebody turns to it. */
  onPreview: (topic: Topic) => void;
  onPreload: () => void;
}

/** Price, access and next step; sticky. */
export function CourseBox({ course, isMember, proNote, ...preview }: Props) {
  return (
    <aside className={classes.root} aria-label="Price and access">
      <Media course={course} {...preview} />
      <Deal course={course} isMember={isMember} />
      {course.offer.actions[0] === 'getPro' && (
        <div className={`stack gap-1 ink-2 text-s mt-4 ${classes.notes}`}>
          {proNote}
          {!isMember && (
            <p>
              Already have Pro? <AppLink to="/login">Log in</AppLink>
            </p>
          )}
        </div>
      )}
      <Facts course={course} />
    </aside>
  );
}

/** The cover; with a film that is a free preview it is that film's poster. */
function Media({ course, onPreview, onPreload }: Pick<Props, 'course' | 'onPreview' | 'onPreload'>) {
  const film = course.chapters
    .flatMap((chapter) => chapter.topics)
    .find(({ access, ContentType }) => access === 'preview' && ContentType === 'video');
  const cover = <Cover images={course.webimage} />;
  if (!film) return cover;
  return (
    <button
      type="button"
      className={classes.film}
      aria-haspopup="dialog"
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onClick={() => onPreview(film)}
    >
      {cover}
      <span className={`row items-center gap-2 touch text-s weight-600 ${classes.play} tabular`}>
        <PlayIcon size={20} />
        <span>
          Watch a preview, <Duration seconds={film.duration}>{formatDuration(film.duration)}</Duration>
        </span>
      </span>
    </button>
  );
}

function Deal({ course, isMember }: Pick<Props, 'course' | 'isMember'>) {
  const { actions, reason } = course.offer;
  const isOpen = course.access?.granted ?? false;
  const isForSale = actions.includes('buy');
  const access = accessText(course);
  const [isTaken, setTaken] = useState(false);
  const learn = useRef<HTMLAnchorElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const enrol = useEnrol(course._id);
  const take = () => enrol.mutate(undefined, { onSuccess: () => setTaken(true) });
  const press = (action: Action) => {
    if (action === 'buy') buy(course, opener.current);
    else if (isMember) take();
    else loginDialog.open({ opener: opener.current, onDone: take });
  };
  useEffect(() => {
    // The clicked button was removed: the focus moves to its replacement.
    if (isTaken) learn.current?.focus({ preventScroll: true });
  }, [isTaken]);
  return (
    <div className={classNames(classes.deal, actions.length > 1 && classes.pair)}>
      <div className={bar.terms}>
        {isForSale && (
          <TotalPrice
            price={course.offer_price}
            total={course.priceWithGst ?? 0}
            before={course.markupPriceWithGst}
          >
            {course.proCourse && <Badge tone="pro">Free with Pro</Badge>}
          </TotalPrice>
        )}
        {!isForSale && (course.isPurchased || !isOpen) && (
          <p className={`cluster items-center gap-1 gap-x-3 ${classes.price}`}>
            <CoursePrice course={course} />
          </p>
        )}
        {access && <p className="text-note leading-5">{access}</p>}
        {reason === 'noTopics' && <p className="ink-2 leading-5 text-note">Topics are coming soon.</p>}
      </div>
      {actions.length > 0 && (
        <div className={`stack gap-2 ${classes.steps}`}>
          {actions.map((action, index) => (
            <ActionButton
              key={action}
              isMember={isMember}
              action={action}
              course={course}
              isFirst={index === 0}
              isPending={enrol.isPending}
              onPress={press}
              button={opener}
              link={learn}
            />
          ))}
        </div>
      )}
      {isForSale && (
        <p className={`ink-2 text-xs leading-5 mt-2 ${classes.refund}`}>
          {refundRule('course')} <AppLink to="/refund-policy">Refund policy</AppLink>
        </p>
      )}
      <p role="status" className="green weight-550 text-note hide-empty">
        {isTaken && "You're enrolled. It's also in My Learnings."}
      </p>
      {isTaken && (
        <p className="ink-2 leading-5 text-note">
          <AppLink to="/course-confirmation">View your confirmation</AppLink>
        </p>
      )}
      {isShownError(enrol.error) && <Alert>{messageOf(enrol.error, 'other')}</Alert>}
    </div>
  );
}

function buy(course: CourseDetail, opener: HTMLElement | null) {
  track('add_to_cart', { item: course.title });
  checkoutDialog.open(checkoutItem(course), opener);
}

interface ActionProps {
  action: Action;
  isMember: boolean;
  course: CourseDetail;
  isFirst: boolean;
  isPending: boolean;
  onPress: (action: Action) => void;
  button: Ref<HTMLButtonElement>;
  link: Ref<HTMLAnchorElement>;
}

function ActionButton({ action, isMember, course, isFirst, isPending, onPress, button, link }: ActionProps) {
  const label = actionLabel(action, course);
  const { topicId } = course.offer;
  const variant = isFirst ? 'primary' : 'secondary';
  const isHydrated = useIsHydrated();
  if (action === 'getPro') {
    return (
      <ButtonLink wide variant="gold" to="/pro">
        {label}
      </ButtonLink>
    );
  }
  if (isFirst && topicId !== null) {
    return (
      <ButtonLink ref={link} wide variant={variant} to={`/course/${course._id}/topic/${topicId}`}>
        {label}
      </ButtonLink>
    );
  }
  if (!isHydrated && !isMember) {
    // A button does nothing before the scripts have loaded.
    return (
      <ButtonLink wide variant={variant} to="/login">
        {label}
      </ButtonLink>
    );
  }
  const turn = action === 'buy' ? checkoutDialog.expect : undefined;
  return (
    <Button
      ref={button}
      wide
      variant={variant}
      loading={isPending}
      aria-haspopup={turn && 'dialog'}
      onPointerEnter={turn}
      onFocus={turn}
      onClick={() => onPress(action)}
    >
      {label}
    </Button>
  );
}

function Facts({ course }: { course: CourseDetail }) {
  const lines = course.chapters.flatMap((chapter) => chapter.topics);
  const topics = lines.length;
  const videos = lines.filter(({ ContentType }) => ContentType === 'video').length;
  const captioned = lines.filter(({ hasCaptions }) => hasCaptions).length;
  const { instructors } = course;
  const facts = [
    ...(instructors.length > 0
      ? ([
          [
            'Taught by',
            instructors.map(({ _id, full_name, image }) => (
              <MentorLine key={_id} name={full_name} image={image} />
            )),
          ],
        ] as const)
      : []),
    [
      'Duration',
      <Duration key="duration" seconds={course.CoursetotalDuration}>
        {formatDuration(course.CoursetotalDuration)}
      </Duration>,
    ],
    ['Topics', topics > 0 ? String(topics) : 'Coming soon'],
    ['Level', course.level],
    ['Language', course.language],
    ...(captioned > 0
      ? ([
          ['Captions', captioned === videos ? 'On every video' : `On ${captioned} of ${videos} videos`],
        ] as const)
      : []),
    ['Access', course.pricing === 'pro' ? 'While your Pro is active' : daysOf(course)],
  ] as const;
  return (
    <dl className={`stack text-s ${classes.facts} tabular`}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The end of a session is not shown as an error: the login dialog opens by itself. */
const isShownError = (error: unknown) =>
  error !== null && !(error instanceof ApiError && error.status === 401);
