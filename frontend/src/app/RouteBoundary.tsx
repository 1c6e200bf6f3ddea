import { Component, type ReactNode, Suspense } from 'react';
import { ApiError } from '../shared/api/client';
import { forgetPending, PageBody } from './PageBody';
import { PageSkeleton } from './PageSkeleton';
import { notFoundRow } from './routing';
import { UnexpectedError } from './UnexpectedError';

interface Props {
  children: ReactNode;
  /** The session ended on this page, and the login dialog stands before it. */
  isHeld: boolean;
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

  override componentDidUpdate({ isHeld }: Props) {
    // Whoever logged in or thought better of it: what was refused is asked for anew.
    if (isHeld && !this.props.isHeld && this.state.error !== null) this.retry();
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
    if (error instanceof ApiError && error.status === 401 && this.props.isHeld) return <PageSkeleton />;
    return <UnexpectedError error={error} onRetry={this.retry} />;
  }
}
