import { useState } from 'react';
import { type User, useAuth } from '../../features/account/queries';

/**
 * The logged-in user. While they have to log in again it is still the previous value, so the page keeps its
 * content.
 */
export function useLastUser(): User | null {
  const { user } = useAuth();
  const [person, setPerson] = useState(user);
  if (user && user !== person) setPerson(user);
  return person;
}
