import { type ComponentType, type LazyExoticComponent, Suspense } from 'react';
import { PartBoundary } from './layouts/PartBoundary';

interface Props<Inner extends object> {
  part: { Part: LazyExoticComponent<ComponentType<Inner>>; retry: () => void };
  props: Inner;
}

/** A dialog whose script may still be on its way, or not come at all. */
export function LatePart<Inner extends object>({ part: { Part, retry }, props }: Props<Inner>) {
  return (
    <PartBoundary message="This part could not be loaded. Please check your connection." onRetry={retry}>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </PartBoundary>
  );
}
