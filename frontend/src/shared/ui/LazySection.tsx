import { type ComponentType, type LazyExoticComponent, Suspense } from 'react';
import { LazyErrorBoundary } from './LazyErrorBoundary';

interface Props<Inner extends object> {
  lazyComponent: { LazyComponent: LazyExoticComponent<ComponentType<Inner>>; retry: () => void };
  props: Inner;
}

/** Renders a lazily loaded component, with an error boundary in case its script fails to load. */
export function LazySection<Inner extends object>({
  lazyComponent: { LazyComponent, retry },
  props,
}: Props<Inner>) {
  return (
    <LazyErrorBoundary onRetry={retry}>
      <Suspense>
        <LazyComponent {...props} />
      </Suspense>
    </LazyErrorBoundary>
  );
}
