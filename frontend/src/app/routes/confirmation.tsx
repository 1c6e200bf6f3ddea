import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { ConfirmedEvents } from '../../features/learnings/components/ConfirmedEvents';
import { OwnCourse } from '../../features/learnings/components/OwnCourse';
import rows from '../../features/learnings/components/OwnCourse.module.css';
import {
  type Confirmed as ConfirmedAnswer,
  type OwnCourse as Course,
  confirmed,
  latestCourse,
} from '../../features/learnings/queries';
import { Receipt } from '../../features/orders/components/Receipt';
import { type Follow, followOf, headingOf } from '../../features/orders/lib/confirmation';
import { latestOrder, type Order, orderDetail } from '../../features/orders/queries';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import leads from '../leads.json';
import { PageHead } from '../PageHead';
import type { RouteRow } from '../routeRow';
import classes from './Confirmation.module.css';

interface Props {
  row: RouteRow;
  follow: Follow;
}

/** What was bought or booked, and what comes next: the order that the address names, else the latest. */
export default function Confirmation({ row }: { row: RouteRow }) {
  const { search } = useLocation();
  const id = new URLSearchParams(search).get('order');
  const follow = followOf(row.name);
  if (follow.kind !== 'course') return <Live id={id} row={row} follow={follow} />;
  return id ? <Named id={id} row={row} follow={follow} /> : <LatestCourse row={row} follow={follow} />;
}

/** Something live may have cost nothing, and then there is no order of it. */
function Live({ id, ...rest }: Props & { id: string | null }) {
  const asked = { kind: rest.follow.kind, ...(id && { order: id }) };
  const { data } = useSuspenseQuery(confirmed(asked));
  const { orderId, events } = data.data;
  return orderId ? (
    <Named id={orderId} events={events} {...rest} />
  ) : (
    <Confirmed {...rest} events={events} order={undefined} />
  );
}

function Named({ id, ...rest }: Props & { id: string; events?: Events }) {
  const { data } = useSuspenseQuery(orderDetail(id));
  return <Confirmed {...rest} order={data.data} />;
}

/** A course may have cost nothing, and then there is no order of it. */
function LatestCourse(props: Props) {
  usePrefetchQuery(latestOrder('course'));
  const { data: courses } = useSuspenseQuery(latestCourse());
  const { data: orders } = useSuspenseQuery(latestOrder('course'));
  const course = courses.data[0];
  const order = orders.data.find(({ itemId }) => itemId === course?._id);
  return <Confirmed {...props} course={course} order={order} />;
}

type Events = ConfirmedAnswer['events'];

interface ConfirmedProps extends Props {
  events?: Events;
  course?: Course | undefined;
  order: Order | undefined;
}

function Confirmed({ row, follow, course, order, events = [] }: ConfirmedProps) {
  if (!course && !order && events.length === 0) {
    return (
      <>
        <PageHead title="Nothing to confirm yet" />
        <div className={`container ${classes.root}`}>
          <EmptyState action={<ButtonLink to={follow.away.to}>{follow.away.label}</ButtonLink>}>
            {follow.nothing}
          </EmptyState>
        </div>
      </>
    );
  }
  const isTheirs = !order || order.status === 'paid';
  return (
    <>
      <PageHead
        title={headingOf(order, row.title)}
        lead={isTheirs ? leads[row.name as keyof typeof leads] : undefined}
      />
      <div className={`container ${classes.root}`}>
        {course ? (
          <div className={rows.list}>
            <h2 className="visually-hidden">Your course</h2>
            <OwnCourse course={course} eager isFirst />
          </div>
        ) : (
          order && <Bought order={order} />
        )}
        {isTheirs && events.length > 0 && (
          <section aria-labelledby="booked">
            <h2 id="booked" className={classes.title}>
              What is booked
            </h2>
            <ConfirmedEvents events={events} className={classes.events} />
          </section>
        )}
        {isTheirs && (
          <section aria-labelledby="next">
            <h2 id="next" className={classes.title}>
              What comes next
            </h2>
            <ul className={classes.lines}>
              {follow.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        )}
        {order ? (
          <Receipt order={order} />
        ) : (
          <p className={classes.small}>It cost nothing, so there is no receipt.</p>
        )}
      </div>
    </>
  );
}

function Bought({ order: { image, title, creator, href } }: { order: Order }) {
  return (
    <div className={classes.bought}>
      {image && <img className={classes.image} src={image} width={640} height={360} alt="" />}
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        {creator && <p className={classes.small}>{creator}</p>}
      </div>
      {href && <ButtonLink to={href}>Open it</ButtonLink>}
    </div>
  );
}
