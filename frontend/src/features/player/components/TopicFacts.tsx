import { formatDay } from '../../../shared/lib/dates';
import { KINDS, lengthOf } from '../lib/topicLabels';
import type { Topic, TopicLine } from '../queries';
import classes from './TopicFacts.module.css';

interface Props {
  line: Pick<TopicLine, 'ContentType' | 'duration'>;
  marketDataDate: Topic['marketDataDate'] | undefined;
}

export function TopicFacts({ line, marketDataDate }: Props) {
  const length = lengthOf(line);
  return (
    <p className={`${classes.root} tabular`}>
      <span>
        {KINDS[line.ContentType]}
        {length && ` · ${length}`}
      </span>
      {marketDataDate && <span>Latest market data: {formatDay(marketDataDate)}</span>}
    </p>
  );
}
