import { Component, type ReactNode, Suspense } from 'react';
import { ApiError } from '../shared/api/client';
import { forgetPending, PageBody } from './PageBody';
import { PageSkeleton } from './PageSkeleton';
import { notFoundRow } from './routing';
import { UnexpectedError } from './UnexpectedError';

interface Props {
  children: ReactNode;
  onRetry: () => void;
}

/** Catches what a page throws: an unknown thing is a page not found, anything else is our mistake. */
export class RouteBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    forgetPending();
  }

  retry = () => {
    this.props.onRetry();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ApiError && error.status === 404) {
      return (
        <Suspense fallback={<PageSkeleton />}>
          <PageBody row={notFoundRow} />
        </Suspense>
      );
    }
    return <UnexpectedError error={error} onRetry={this.retry} />;
  }
}
