import type { ReactNode } from 'react';
import { fallbacks } from '../../shared/api/messages';
import { isBetween } from '../../shared/lib/dates';
import { storeSelectedId } from '../../shared/lib/selection';
import { AppLink } from '../../shared/ui/AppLink';
import { Badge } from '../../shared/ui/Badge';
import { buttonClass } from '../../shared/ui/Button';
import { Card, cardLink } from '../../shared/ui/Card';
import { CalendarIcon } from '../../shared/ui/icons/CalendarIcon';
import { ClockIcon } from '../../shared/ui/icons/ClockIcon';
import { UserIcon } from '../../shared/ui/icons/UserIcon';
import { Spinner } from '../../shared/ui/Spinner';
import { TimeZone } from '../../shared/ui/TimeZone';
import { useNow } from '../page/useNow';
import classes from './LiveTab.module.css';
import type { LiveItem } from './liveItems';
import { MenuFailure } from './MenuFailure';

const SHOWN = 3;

interface Props {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
  items: LiveItem[] | undefined;
  /** The text for an empty list. */
  none: string;
  all: { to: string; label: string };
}

export function LiveTab({ query, items, none, all }: Props) {
  return (
    <div className={classes.root}>
      <div className={classes.content}>{contentOf(query, items, none)}</div>
      <AppLink to={all.to} className={`${classes.all} ${buttonClass({ variant: 'secondary', size: 's' })}`}>
        {all.label}
      </AppLink>
    </div>
  );
}

function contentOf(query: Props['query'], items: Props['items'], none: string): ReactNode {
  if (query.isPending) return <Spinner className={classes.waiting} />;
  if (!items) return <MenuFailure query={query} fallback={fallbacks.lists} />;
  return <Coming items={items} none={none} />;
}

function Coming({ items, none }: { items: LiveItem[]; none: string }) {
  const now = useNow();
  // Items may have ended since the list was fetched.
  const current = items.filter(({ span }) => !span || now < Date.parse(span.end)).slice(0, SHOWN);
  if (current.length === 0) return <p className={classes.none}>{none}</p>;
  return (
    <ul className={classes.list}>
      {current.map((item) => (
        <LiveCard key={item.id} item={item} now={now} />
      ))}
    </ul>
  );
}

function LiveCard({ item, now }: { item: LiveItem; now: number }) {
  const isOn = item.span !== null && isBetween(now, item.span.start, item.span.end);
  return (
    <Card element="li" interactive padding="none" className={classes.card}>
      <img className={classes.banner} src={item.banner} width={400} height={400} alt="" loading="lazy" />
      {isOn && (
        <Badge tone="live" className={classes.on}>
          LIVE
        </Badge>
      )}
      <div className={classes.facts}>
        <h3 className={classes.title}>
          <AppLink className={cardLink} to={item.to} onClick={() => storeSelectedId(item.savedAs, item.id)}>
            {item.title}
          </AppLink>
        </h3>
        <p className={classes.fact}>
          <CalendarIcon size={16} />
          <span>{item.days}</span>
        </p>
        {item.times && (
          <p className={classes.fact}>
            <ClockIcon size={16} />
            <span>{item.times}</span>
            <TimeZone />
          </p>
        )}
        <p className={classes.fact}>
          <UserIcon size={16} />
          <span className={classes.person}>{item.person}</span>
        </p>
      </div>
    </Card>
  );
}
