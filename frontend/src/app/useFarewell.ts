import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import { forgetPerson } from '../features/account/mutations';

/** What the home page says to somebody who was a member a moment ago. */
export const useLastWords = create<{ sentence: string | null }>(() => ({ sentence: null }));

/**
 * Leads home whose session the server has just ended. They are forgotten once the page is left: on it, the
 * guard would keep its address for whoever logs in next.
 */
export function useFarewell(): (sentence: string) => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isOver = useRef(false);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      if (isOver.current) forgetPerson(queryClient);
    };
  }, [queryClient]);
  return (sentence) => {
    isOver.current = true;
    useLastWords.setState({ sentence });
    navigate('/', { replace: true });
    if (!isHere.current) forgetPerson(queryClient);
  };
}
