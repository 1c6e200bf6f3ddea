import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { LoginForm } from '../../features/account/components/LoginForm';
import { useAuth } from '../../features/account/queries';
import { useI18n } from '../../shared/lib/i18n';
import { useTitle } from '../page/useTitle';
import type { RouteRow } from '../routing/routeRow';
import { pageBefore, takeLoginTarget } from '../routing/takenLoginTarget';
import * as classes from './Login.module.css';

export default function Login({ row }: { row: RouteRow }) {
  const { title, lead } = useTexts(row);
  const i18n = useI18n();
  const { user } = useAuth();
  const navigate = useNavigate();
  useTitle(title);
  const [wasMember] = useState(user !== null);
  useEffect(() => {
    if (!user) return;
    // Members have no use for this page; replace it in the history.
    const from = wasMember ? null : pageBefore();
    navigate(takeLoginTarget() ?? from ?? '/dashboard', { replace: true });
  }, [user, wasMember, navigate]);
  return (
    <div className={`container stack gap-8 ${classes.root}`}>
      <header>
        <h1>{title}</h1>
        <p className={`mt-3 ink-2 text-l leading-5 ${classes.lead}`}>
          {user ? i18n._('You are logged in.') : lead}
        </p>
      </header>
      {!user && (
        <div className={`surface min-w-0 ${classes.card}`}>
          <LoginForm />
        </div>
      )}
    </div>
  );
}

/** As in routes.json and leads/site.json, from which the server takes the page's head. */
function useTexts({ name }: RouteRow) {
  const i18n = useI18n();
  return name === 'signup'
    ? {
        title: i18n._('Sign up'),
        lead: i18n._('All you need is a mobile number and an OTP. There is no password to remember.'),
      }
    : {
        title: i18n._('Log in'),
        lead: i18n._("We'll send an OTP to your mobile number. There is no password to remember."),
      };
}
