import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import { clearUser } from '../../features/account/mutations';

/** The notice that the home page shows after a logout. */
export const useLogoutNoticeStore = create<{ sentence: string | null }>(() => ({ sentence: null }));

/**
 * Navigates home after the server ended the session. The user is cleared once this page has unmounted: before
 * that, the login guard would store its URL as the next login's target.
 */
export function useLogoutNotice(): (sentence: string) => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isOver = useRef(false);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      if (isOver.current) clearUser(queryClient);
    };
  }, [queryClient]);
  return (sentence) => {
    isOver.current = true;
    useLogoutNoticeStore.setState({ sentence });
    navigate('/', { replace: true });
    if (!isHere.current) clearUser(queryClient);
  };
}
