import { type ComponentType, lazy, useState } from 'react';

export type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** A piece whose script comes only when somebody turns to it, and comes again if that failed. */
export function usePart<Props extends object>(load: Load<Props>) {
  const [Part, setPart] = useState(() => lazy(load));
  return {
    Part,
    // A failure here shows when the piece is opened, which asks again.
    preload: () => void load().catch(() => undefined),
    retry: () => setPart(() => lazy(load)),
  };
}
