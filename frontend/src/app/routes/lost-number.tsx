import { useLocation } from 'react-router';
import { ConfirmEmail } from '../../features/account/components/ConfirmEmail';
import { LostNumberForm } from '../../features/account/components/LostNumberForm';
import { StopMobileChange } from '../../features/account/components/StopMobileChange';
import { useIsHydrated } from '../../shared/lib/useIsHydrated';
import leads from '../leads/site.json';
import type { RouteRow } from '../routing/routeRow';
import * as classes from './Login.module.css';

const STOP = '#stop=';

/**
 * The pages that work without a login: the way back for who lost their number or, with the token of a notice,
 * the way to stop such a change; and the confirmation of an email address with its token.
 */
export default function LostNumber({ row }: { row: RouteRow }) {
  const { hash } = useLocation();
  // The server does not know the hash.
  const isHydrated = useIsHydrated();
  const name = row.name as 'lost-number' | 'confirm-email';
  const stopToken = isHydrated && hash.startsWith(STOP) ? hash.slice(STOP.length) : null;
  const lostNumber = stopToken ? <StopMobileChange token={stopToken} /> : <LostNumberForm />;
  return (
    <div className={`container stack gap-8 ${classes.root}`}>
      <header>
        <h1>{row.title}</h1>
        <p className={`mt-3 ink-2 text-l leading-5 ${classes.lead}`}>{leads[name]}</p>
      </header>
      <div className={`surface min-w-0 ${classes.card}`}>
        {name === 'confirm-email' ? <ConfirmEmail token={isHydrated ? hash.slice(1) : null} /> : lostNumber}
      </div>
    </div>
  );
}
