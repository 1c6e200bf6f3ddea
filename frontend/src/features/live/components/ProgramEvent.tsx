import { shortRupees } from '../../../shared/lib/money';
import { storeSelectedId } from '../../../shared/lib/selection';
import { Price } from '../../../shared/ui/Price';
import { daysText, packText, singleText, timesText } from '../lib/programTexts';
import type { LiveTradingCard } from '../queries';
import { EventCard } from './EventCard';

interface Props {
  program: LiveTradingCard;
  eager?: boolean;
}

export function ProgramEvent({ program, eager = false }: Props) {
  return (
    <EventCard
      to={`/live-trading/${program.weburlname}`}
      banner={program.smallBanner}
      title={program.title}
      host={program.mentor_details.name}
      hostImage={program.mentor_details.image}
      language={program.language}
      day={daysText(program)}
      times={timesText(program)}
      price={program.fromPrice !== null && <FromPrice program={program} />}
      eager={eager}
      onOpen={() => storeSelectedId('selectedLiveTrading', program._id)}
    />
  );
}

/** A session's lowest price in whole rupees, rounded up: never less than is paid. */
function FromPrice({ program }: { program: LiveTradingCard }) {
  const { priceWithGst } = program;
  if (!priceWithGst) return <Price price={null} markup={null} />;
  return (
    <span className="inline-row wrap gap-x-2 ink-2 text-xs tabular">
      <span>
        From <span className="ink text-m weight-600">{shortRupees(Math.ceil(priceWithGst))}</span>{' '}
        {packText(program) || 'a session'}
      </span>{' '}
      <span>{[singleText(program), 'incl. GST'].filter(Boolean).join(', ')}</span>
    </span>
  );
}
