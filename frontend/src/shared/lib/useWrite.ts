import { useEffect, useRef, useState } from 'react';

interface Then<Answer> {
  onSuccess?: (answer: Answer) => void;
  onError?: (error: unknown) => void;
}

export interface Write<Asked, Answer> {
  /** What is to follow follows only while the form is still there. */
  mutate: (asked: Asked, then?: Then<Answer>) => void;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  reset: () => void;
}

/**
 * A write and how it stands, for what is needed early: the library's hook for writes weighs 2 kB, and
 * says that it is pending a moment too late for the second press of a double click.
 */
export function useWrite<Answer>(write: () => Promise<Answer>): Write<void, Answer>;
export function useWrite<Asked, Answer>(write: (asked: Asked) => Promise<Answer>): Write<Asked, Answer>;
export function useWrite<Asked, Answer>(write: (asked: Asked) => Promise<Answer>): Write<Asked, Answer> {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const mutate: Write<Asked, Answer>['mutate'] = (asked, { onSuccess, onError } = {}) => {
    setPending(true);
    setError(null);
    write(asked)
      .finally(() => setPending(false))
      .then(
        (answer) => {
          if (isHere.current) onSuccess?.(answer);
        },
        (reason: unknown) => {
          setError(reason);
          if (isHere.current) onError?.(reason);
        },
      );
  };
  return { mutate, isPending, isError: error !== null, error, reset: () => setError(null) };
}
