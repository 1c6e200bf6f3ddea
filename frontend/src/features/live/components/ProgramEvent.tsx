import { formatDay, formatTimeRange } from '../../../shared/lib/dates';
import { storeSelectedId } from '../../../shared/lib/selection';
import { Price } from '../../../shared/ui/Price';
import type { LiveTradingCard } from '../queries';
import { EventCard } from './EventCard';

interface Props {
  program: LiveTradingCard;
  eager?: boolean;
}

export function ProgramEvent({ program, eager = false }: Props) {
  const [first] = program.programSessions;
  return (
    <EventCard
      to={`/live-trading/${program.weburlname}`}
      banner={program.smallBanner}
      title={program.title}
      host={program.mentor_details.name}
      hostImage={program.mentor_details.image}
      language={program.language}
      day={first ? `${formatDay(first.date)} onwards` : 'Dates to be announced'}
      times={first ? formatTimeRange(first.date, first.endDate) : ''}
      price={
        program.fromPrice !== null && (
          <>
            From <Price offer={program.fromPrice} decimals={0} /> a session
          </>
        )
      }
      eager={eager}
      onOpen={() => storeSelectedId('selectedLiveTrading', program._id)}
    />
  );
}
