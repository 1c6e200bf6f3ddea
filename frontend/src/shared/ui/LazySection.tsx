import { type ComponentType, type LazyExoticComponent, type ReactNode, Suspense } from 'react';
import { LazyErrorBoundary } from './LazyErrorBoundary';

interface Props<Inner extends object> {
  lazyComponent: { LazyComponent: LazyExoticComponent<ComponentType<Inner>>; retry: () => void };
  props: Inner;
  fallback?: ReactNode;
}

/** Renders a lazily loaded component, with an error boundary in case its script fails to load. */
export function LazySection<Inner extends object>({
  lazyComponent: { LazyComponent, retry },
  props,
  fallback,
}: Props<Inner>) {
  return (
    <LazyErrorBoundary onRetry={retry}>
      <Suspense fallback={fallback}>
        <LazyComponent {...props} />
      </Suspense>
    </LazyErrorBoundary>
  );
}
