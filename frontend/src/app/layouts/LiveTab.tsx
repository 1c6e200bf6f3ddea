import type { ReactNode } from 'react';
import { fallbacks } from '../../shared/api/messages';
import { phaseOf } from '../../shared/lib/dates';
import { type I18n, langOf, useI18n } from '../../shared/lib/i18n';
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
import * as classes from './LiveTab.module.css';
import type { LiveItem } from './liveItems';
import { MenuFailure } from './MenuFailure';

const SHOWN = 3;

interface Props {
  query: { isLoading: boolean; error: Error | null; fetchStatus: string; refetch: () => unknown };
  items: LiveItem[] | undefined;
  /** The text for an empty list. */
  none: string;
  all: { to: string; label: string };
}

export function LiveTab({ query, items, none, all }: Props) {
  const i18n = useI18n();
  return (
    <div className={`stack gap-4 ${classes.root}`}>
      <div className={classes.content}>{contentOf(query, items, none, i18n)}</div>
      <AppLink to={all.to} className={`${classes.all} ${buttonClass({ variant: 'secondary', size: 's' })}`}>
        {all.label}
      </AppLink>
    </div>
  );
}

function contentOf(query: Props['query'], items: Props['items'], none: string, i18n: I18n): ReactNode {
  if (query.isLoading) return <Spinner className={classes.waiting} />;
  if (!items) return <MenuFailure query={query} fallback={i18n._(fallbacks.lists)} />;
  return <Coming items={items} none={none} />;
}

function Coming({ items, none }: { items: LiveItem[]; none: string }) {
  const now = useNow();
  // Items may have ended since the list was fetched.
  const current = items.filter(({ end }) => end === null || now < Date.parse(end)).slice(0, SHOWN);
  if (current.length === 0) return <p className={`ink-2 text-s ${classes.none}`}>{none}</p>;
  return (
    <ul className={classes.list}>
      {current.map((item) => (
        <LiveCard key={item.id} item={item} now={now} />
      ))}
    </ul>
  );
}

function LiveCard({ item, now }: { item: LiveItem; now: number }) {
  const i18n = useI18n();
  const isOn = item.spans.some(({ start, end }) => phaseOf(start, end, now) === 'live');
  return (
    <Card element="li" interactive padding="none" className={`row items-start ${classes.card}`}>
      <img className={classes.banner} src={item.banner} width={400} height={400} alt="" loading="lazy" />
      {isOn && (
        <Badge tone="live" className={classes.on}>
          {i18n._('LIVE')}
        </Badge>
      )}
      <div className="stack columns-1 justify-items-start gap-1 min-w-0">
        <h3 className="mb-1 text-s clamp-2">
          <AppLink
            className={cardLink}
            to={item.to}
            lang={langOf(item.title, i18n)}
            onClick={() => storeSelectedId(item.savedAs, item.id)}
          >
            {item.title}
          </AppLink>
        </h3>
        <p className={`row gap-2 max-w-full ink-2 text-xs leading-snug tabular ${classes.fact}`}>
          <CalendarIcon size={16} />
          <span>{item.days}</span>
        </p>
        {item.times && (
          <p className={`row gap-2 max-w-full ink-2 text-xs leading-snug tabular ${classes.fact}`}>
            <ClockIcon size={16} />
            <span>{item.times}</span>
            <TimeZone />
          </p>
        )}
        <p className={`row gap-2 max-w-full ink-2 text-xs leading-snug tabular ${classes.fact}`}>
          <UserIcon size={16} />
          <span className="min-w-0 ellipsis" lang={langOf(item.person, i18n)}>
            {item.person}
          </span>
        </p>
      </div>
    </Card>
  );
}
