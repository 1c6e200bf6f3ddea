import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { LoginForm } from '../../features/account/components/LoginForm';
import { useAuth } from '../../features/account/queries';
import leads from '../leads/site.json';
import { pageBefore, takeLoginTarget } from '../routing/loginTarget';
import type { RouteRow } from '../routing/routeRow';
import classes from './Login.module.css';

export default function Login({ row }: { row: RouteRow }) {
  const { user } = useAuth();
  const navigate = useNavigate();
  const [wasMember] = useState(user !== null);
  useEffect(() => {
    if (!user) return;
    // Members have no use for this page; replace it in the history.
    const from = wasMember ? null : pageBefore();
    navigate(takeLoginTarget() ?? from ?? '/dashboard', { replace: true });
  }, [user, wasMember, navigate]);
  return (
    <div className={`container ${classes.root}`}>
      <header>
        <h1 className={classes.title}>{row.title}</h1>
        <p className={classes.lead}>
          {user ? 'You are logged in.' : row.name === 'signup' ? leads.signup : leads.login}
        </p>
      </header>
      {!user && (
        <div className={classes.card}>
          <LoginForm />
        </div>
      )}
    </div>
  );
}
