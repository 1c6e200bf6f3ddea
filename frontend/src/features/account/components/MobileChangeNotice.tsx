import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatDay, formatTime } from '../../../shared/lib/dates';
import { Button } from '../../../shared/ui/Button';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { isSessionEnd } from '../lib/sessionEnd';
import { useCancelMobileChange } from '../sessionMutations';
import { ownMobileChange } from '../sessionQueries';
import { ErrorAlert } from './ErrorAlert';
import * as classes from './MobileChangeNotice.module.css';

export function MobileChangeNotice() {
  const { data, error, refetch } = useQuery(ownMobileChange());
  const outcome = useRef<HTMLParagraphElement>(null);
  const [kept, setKept] = useState('');
  const stop = useCancelMobileChange();
  const change = data?.data;
  const keep = () =>
    stop.mutate(undefined, {
      onSuccess: (message) => {
        setKept(message);
        outcome.current?.focus();
      },
    });
  return (
    <>
      {error && !data && !isSessionEnd(error) && (
        <ErrorState
          error={error}
          message="We could not check whether your mobile number is about to change."
          onRetry={refetch}
        />
      )}
      {change && (
        <div className={`stack justify-items-start gap-2 mb-5 p-4 text-s leading-5 ${classes.root}`}>
          <h3 className="text-s">Your mobile number is about to change</h3>
          <p>
            From{' '}
            <time className="tabular" dateTime={change.worksFrom}>
              {formatDay(change.worksFrom)}, {formatTime(change.worksFrom)}
              <TimeZone />
            </time>{' '}
            you'll log in with the number ending in {change.newNumberEnding}. If you didn't ask for this, keep
            your current number.
          </p>
          <ErrorAlert error={stop.error} fallback="other" />
          <Button variant="secondary" size="s" loading={stop.isPending} onClick={keep}>
            Keep my number
          </Button>
        </div>
      )}
      <p ref={outcome} role="status" tabIndex={-1} className={`green text-s ${classes.kept}`}>
        {kept}
      </p>
    </>
  );
}
