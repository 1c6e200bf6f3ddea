import { useLocation } from 'react-router';
import { LostNumberForm } from '../../features/account/components/LostNumberForm';
import { StopMobileChange } from '../../features/account/components/StopMobileChange';
import { useIsHydrated } from '../../shared/lib/useIsHydrated';
import leads from '../leads/site.json';
import type { RouteRow } from '../routing/routeRow';
import classes from './Login.module.css';

const STOP = '#stop=';

/** The way back for who lost their number; with the token of a notice, the way to stop such a change. */
export default function LostNumber({ row }: { row: RouteRow }) {
  const { hash } = useLocation();
  // The server does not know the hash.
  const isHydrated = useIsHydrated();
  const token = isHydrated && hash.startsWith(STOP) ? hash.slice(STOP.length) : null;
  return (
    <div className={`container ${classes.root}`}>
      <header>
        <h1 className={classes.title}>{row.title}</h1>
        <p className={classes.lead}>{leads['lost-number']}</p>
      </header>
      <div className={classes.card}>{token ? <StopMobileChange token={token} /> : <LostNumberForm />}</div>
    </div>
  );
}
