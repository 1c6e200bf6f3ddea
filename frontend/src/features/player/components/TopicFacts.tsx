import { formatDay } from '../../../shared/lib/dates';
import { Duration } from '../../../shared/ui/Duration';
import { KINDS, lengthOf } from '../lib/topicLabels';
import type { Topic, TopicLine } from '../queries';

interface Props {
  line: Pick<TopicLine, 'ContentType' | 'duration'>;
  marketDataDate: Topic['marketDataDate'] | undefined;
}

export function TopicFacts({ line, marketDataDate }: Props) {
  return (
    <p className="cluster gap-x-5 mt-2 ink-2 text-s tabular">
      <span>{KINDS[line.ContentType]}</span>
      <Duration seconds={line.duration}>{lengthOf(line)}</Duration>
      {marketDataDate && <span>Latest market data: {formatDay(marketDataDate)}</span>}
    </p>
  );
}
