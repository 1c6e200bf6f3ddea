import { type ComponentType, type LazyExoticComponent, memo, Suspense } from 'react';
import { LazyErrorBoundary } from './LazyErrorBoundary';
import { type Load, useLazyComponent } from './useLazyComponent';

interface Props<Inner extends object> {
  lazyComponent: { LazyComponent: LazyExoticComponent<ComponentType<Inner>>; retry: () => void };
  props: Inner;
}

function Section<Inner extends object>({ lazyComponent: { LazyComponent, retry }, props }: Props<Inner>) {
  return (
    <LazyErrorBoundary onRetry={retry}>
      <Suspense>
        <LazyComponent {...props} />
      </Suspense>
    </LazyErrorBoundary>
  );
}

/**
 * Renders a lazily loaded component, with an error boundary in case its script fails to load.
 *
 * React replaces the server's HTML by nothing if this is rendered again before the script is there, so it is
 * skipped unless one of the inner props has changed: functions among them should be stable.
 */
export const LazySection = memo(
  Section,
  (before, after) =>
    before.lazyComponent.LazyComponent === after.lazyComponent.LazyComponent &&
    Object.entries(after.props).every(
      ([name, value]) => value === (before.props as Record<string, unknown>)[name],
    ),
) as typeof Section;

/** A component whose script is loaded when it is first rendered. */
export function lazySection<Props extends object>(load: Load<Props>) {
  return function Lazy(props: Props) {
    return <LazySection lazyComponent={useLazyComponent(load)} props={props} />;
  };
}
