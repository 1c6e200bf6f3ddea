import type { ReactNode } from 'react';
import { langOf } from '../../../shared/lib/i18n';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { Card, cardLink } from '../../../shared/ui/Card';
import { Cover } from '../../../shared/ui/Cover';
import { MentorLine } from '../../../shared/ui/MentorLine';
import { TimeZone } from '../../../shared/ui/TimeZone';
import * as classes from './EventCard.module.css';

interface Props {
  to: string;
  banner: string;
  title: string;
  host: string;
  hostImage: string | null;
  language: string;
  day: string;
  times: string;
  isLive?: boolean;
  price: ReactNode;
  onOpen: () => void;
  eager?: boolean;
}

/** A live event in a list. */
export function EventCard({
  to,
  banner,
  title,
  host,
  hostImage,
  language,
  day,
  times,
  isLive = false,
  price,
  onOpen,
  eager = false,
}: Props) {
  return (
    <Card element="article" padding="none" interactive className={classes.root}>
      <Cover
        className={classes.banner}
        images={[{ url: banner, width: 320, height: 320 }]}
        loading={eager ? 'eager' : 'lazy'}
      />
      <div className="column gap-1 min-w-0 p-4">
        <p className={`cluster items-center gap-2 ink-2 text-xs weight-600 ${classes.when} tabular`}>
          <span>{day}</span>
          {isLive && <Badge tone="live">LIVE</Badge>}
          {language !== 'English' && (
            <Badge tone="success" className="ml-auto">
              {language}
            </Badge>
          )}
        </p>
        <h3 className="text-m clamp-2">
          <AppLink className={cardLink} to={to} lang={langOf(title)} onClick={onOpen}>
            {title}
          </AppLink>
        </h3>
        <p className={`${classes.times} tabular`}>
          {times}
          {times && <TimeZone />}
        </p>
        <MentorLine name={host} image={hostImage} className={classes.host}>
          {language === 'English' ? `${host} · ${language}` : host}
        </MentorLine>
        {price && <p className={classes.price}>{price}</p>}
      </div>
    </Card>
  );
}
