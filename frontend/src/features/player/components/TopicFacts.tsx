import { formatDay } from '../../../shared/lib/dates';
import { Duration } from '../../../shared/ui/Duration';
import { KINDS, lengthOf } from '../lib/topicLabels';
import type { Topic, TopicLine } from '../queries';
import classes from './TopicFacts.module.css';

interface Props {
  line: Pick<TopicLine, 'ContentType' | 'duration'>;
  marketDataDate: Topic['marketDataDate'] | undefined;
}

export function TopicFacts({ line, marketDataDate }: Props) {
  return (
    <p className={classes.root}>
      <span>{KINDS[line.ContentType]}</span>
      <Duration seconds={line.duration}>{lengthOf(line)}</Duration>
      {marketDataDate && <span>Latest market data: {formatDay(marketDataDate)}</span>}
    </p>
  );
}
