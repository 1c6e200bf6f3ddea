import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { ConfirmedEvents, calendarFileOf } from '../../features/my-learnings/components/ConfirmedEvents';
import { OwnCourse } from '../../features/my-learnings/components/OwnCourse';
import {
  type Confirmed as ConfirmedResponse,
  type OwnCourse as Course,
  confirmed,
  latestCourse,
} from '../../features/my-learnings/queries';
import { Receipt } from '../../features/orders/components/Receipt';
import { type ConfirmationTexts, confirmationTexts, headingOf } from '../../features/orders/lib/confirmation';
import { itemLinkLabel } from '../../features/orders/lib/orderStatus';
import { latestOrder, type Order, orderDetail } from '../../features/orders/queries';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { Cover } from '../../shared/ui/Cover';
import { EmptyState } from '../../shared/ui/EmptyState';
import { CalendarIcon } from '../../shared/ui/icons/CalendarIcon';
import leads from '../leads/site.json';
import { PageHead } from '../page/PageHead';
import type { RouteRow } from '../routing/routeRow';
import * as classes from './Confirmation.module.css';

interface Props {
  row: RouteRow;
  texts: ConfirmationTexts;
}

/** Order confirmation: the order in the URL, or the latest one, and the next steps. */
export default function Confirmation({ row }: { row: RouteRow }) {
  const { search } = useLocation();
  const id = new URLSearchParams(search).get('order');
  const texts = confirmationTexts(row.name);
  if (texts.kind !== 'course') return <Live id={id} row={row} texts={texts} />;
  return id ? (
    <OrderConfirmation id={id} row={row} texts={texts} />
  ) : (
    <LatestCourse row={row} texts={texts} />
  );
}

/** Free bookings have no order. */
function Live({ id, ...rest }: Props & { id: string | null }) {
  const params = { kind: rest.texts.kind, ...(id && { order: id }) };
  const { data } = useSuspenseQuery(confirmed(params));
  const { orderId, events } = data.data;
  return orderId ? (
    <OrderConfirmation id={orderId} events={events} {...rest} />
  ) : (
    <Confirmed {...rest} events={events} order={undefined} />
  );
}

function OrderConfirmation({ id, ...rest }: Props & { id: string; events?: Events }) {
  const { data } = useSuspenseQuery(orderDetail(id));
  return <Confirmed {...rest} order={data.data} />;
}

/** Free enrolments have no order. */
function LatestCourse(props: Props) {
  usePrefetchQuery(latestOrder('course'));
  const { data: courses } = useSuspenseQuery(latestCourse());
  const { data: orders } = useSuspenseQuery(latestOrder('course'));
  const course = courses.data[0];
  const order = orders.data.find(({ itemId }) => itemId === course?._id);
  return <Confirmed {...props} course={course} order={order} />;
}

type Events = ConfirmedResponse['events'];

interface ConfirmedProps extends Props {
  events?: Events;
  course?: Course | undefined;
  order: Order | undefined;
}

function Confirmed({ row, texts, course, order, events = [] }: ConfirmedProps) {
  if (!course && !order && events.length === 0) {
    return (
      <>
        <PageHead title="Nothing here yet" />
        <div className={`container stack gap-6 pb-10 ${classes.root}`}>
          <EmptyState action={<ButtonLink to={texts.emptyLink.to}>{texts.emptyLink.label}</ButtonLink>}>
            {texts.emptyText}
          </EmptyState>
        </div>
      </>
    );
  }
  const isOwnedByUser = !order || order.status === 'paid';
  const [event] = events;
  const file = order ? `/api/orders/${order._id}/calendar.ics` : event && calendarFileOf(event);
  return (
    <>
      <PageHead
        title={headingOf(order, row.title)}
        lead={isOwnedByUser ? leads[row.name as keyof typeof leads] : undefined}
      />
      <div className={`container stack gap-6 pb-10 ${classes.root}`}>
        {course ? (
          <div className="surface divided">
            <h2 className="visually-hidden">Your course</h2>
            <OwnCourse course={course} eager isFirst />
          </div>
        ) : (
          order && <PurchasedItem order={order} />
        )}
        {isOwnedByUser && events.length > 0 && (
          <section aria-labelledby="booked">
            <div className="cluster items-center justify-between gap-2 gap-x-4">
              <h2 id="booked" className="text-l">
                What you booked
              </h2>
              {file && events.length > 1 && (
                <ButtonLink variant="secondary" href={file} download>
                  <CalendarIcon size={18} />
                  Add all {events.length} to calendar
                </ButtonLink>
              )}
            </div>
            <ConfirmedEvents events={events} className="mt-3" />
          </section>
        )}
        {isOwnedByUser && (
          <section aria-labelledby="next">
            <h2 id="next" className="text-l">
              What happens next
            </h2>
            <ul className="stack gap-2 measure mt-3 ink-2 text-s disc">
              {texts.lines().map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        )}
        {order ? (
          <Receipt order={order} />
        ) : (
          <p className="ink-2 text-s">This was free, so there is no receipt.</p>
        )}
      </div>
    </>
  );
}

function PurchasedItem({ order }: { order: Order }) {
  const { image, title, creator, href } = order;
  return (
    <div className={`stack surface items-center gap-4 ${classes.bought}`}>
      {image && <Cover className={classes.image} images={[{ url: image, width: 640, height: 360 }]} />}
      <div className="min-w-0">
        <h2 className="text-l">{title}</h2>
        {creator && <p className="ink-2 text-s">{creator}</p>}
      </div>
      {href && <ButtonLink to={href}>{itemLinkLabel(order)}</ButtonLink>}
    </div>
  );
}
