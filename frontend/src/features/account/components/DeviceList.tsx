import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatDay, formatTime } from '../../../shared/lib/dates';
import { Badge } from '../../../shared/ui/Badge';
import { Button } from '../../../shared/ui/Button';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { useLogOutDevice } from '../sessionMutations';
import { type Device, ownDevices } from '../sessionQueries';
import * as classes from './DeviceList.module.css';
import { ErrorAlert } from './ErrorAlert';

interface Props {
  /** This device was logged out; receives the message to show. */
  onLoggedOut: (message: string) => void;
}

export function DeviceList({ onLoggedOut }: Props) {
  const { data, error } = useQuery(ownDevices());
  const outcome = useRef<HTMLParagraphElement>(null);
  const [gone, setGone] = useState('');
  const leave = (device: Device, message: string) => {
    if (device.current) {
      onLoggedOut(message);
      return;
    }
    setGone(`${device.name} is logged out.`);
    // The clicked button was removed with its row.
    outcome.current?.focus();
  };
  return (
    <div className={`border-b mb-5 ${classes.root}`}>
      <h3 className="mb-1 text-s">Where you're logged in</h3>
      <ul className="divided">
        {data?.data.map((device) => (
          <Row key={device._id} device={device} onDone={(message) => leave(device, message)} />
        ))}
      </ul>
      <ErrorAlert error={error} fallback="other" />
      <p ref={outcome} role="status" tabIndex={-1} className={`green text-s ${classes.outcome}`}>
        {gone}
      </p>
    </div>
  );
}

function Row({ device, onDone }: { device: Device; onDone: (message: string) => void }) {
  const logOut = useLogOutDevice();
  const { name, current, lastSeenAt } = device;
  return (
    <li className={`stack columns-1-auto items-center text-s leading-5 ${classes.device}`}>
      <p className="cluster items-center gap-1 gap-x-2 weight-550">
        {name}
        {current && <Badge tone="success">This device</Badge>}
      </p>
      <p className={`ink-3 text-xs ${classes.seen} tabular`}>
        {current && 'Active now'}
        {!current && lastSeenAt && (
          <time dateTime={lastSeenAt}>
            Last active {formatDay(lastSeenAt)}, {formatTime(lastSeenAt)}
            <TimeZone />
          </time>
        )}
      </p>
      <Button
        variant="secondary"
        size="s"
        aria-label={`Log out ${name}`}
        loading={logOut.isPending}
        className={classes.button}
        onClick={() => logOut.mutate(device, { onSuccess: onDone })}
      >
        Log out
      </Button>
      {logOut.isError && (
        <div className="col-full">
          <ErrorAlert error={logOut.error} fallback="logout" />
        </div>
      )}
    </li>
  );
}
