interface Mutation {
  isError: boolean;
  reset: () => void;
}

/** Clears a mutation's error. A pending mutation is left alone: `reset` would drop its callbacks. */
export function clearError({ isError, reset }: Mutation): void {
  if (isError) reset();
}
