import { useState } from 'react';
import { type User, useAuth } from '../features/account/queries';

/** The person, also while they have to log in again: the page waits behind the login dialog as it was. */
export function usePerson(): User | null {
  const { user } = useAuth();
  const [person, setPerson] = useState(user);
  if (user && user !== person) setPerson(user);
  return person;
}
