interface Props {
  seconds: number;
  className?: string | undefined;
  /** In words, or as a player counts. */
  children: string;
}

/** A duration; its title is the exact figure, '90.50 min'. */
export const Duration = ({ seconds, className, children }: Props) => (
  <span className={className} title={`${(seconds / 60).toFixed(2)} min`}>
    {children}
  </span>
);
