import { Component, type ReactNode, Suspense } from 'react';
import { ApiError } from '../../shared/api/client';
import { isChunkError } from '../../shared/lib/chunks';
import type { RouteRow } from '../routing/routeRow';
import { notFoundRow } from '../routing/routes';
import { LoadError } from './LoadError';
import { clearPending, PageBody } from './PageBody';
import { PageSkeleton } from './PageSkeleton';
import { UnexpectedError } from './UnexpectedError';

interface Props {
  children: ReactNode;
  row: RouteRow;
  /** The session ended on this page, and the login dialog is open over it. */
  isLoginRequired: boolean;
  onRetry: () => void;
}

/**
 * Error boundary of a page. A 404 shows the not-found page; other failures to load a box that can be retried;
 * errors while rendering the error screen.
 */
export class RouteErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    clearPending();
  }

  override componentDidUpdate({ isLoginRequired }: Props) {
    // The login dialog was closed: retry what failed.
    if (isLoginRequired && !this.props.isLoginRequired && this.state.error !== null) this.retry();
  }

  retry = () => {
    this.props.onRetry();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const status = error instanceof ApiError && error.status;
    if (status === 404) {
      return (
        <Suspense fallback={<PageSkeleton />}>
          <PageBody row={notFoundRow} />
        </Suspense>
      );
    }
    if (status === 401 && this.props.isLoginRequired) return <PageSkeleton />;
    // 0 if the server was not reached.
    if (status !== false || isChunkError(error))
      return <LoadError row={this.props.row} error={error} onRetry={this.retry} />;
    return <UnexpectedError error={error} onRetry={this.retry} />;
  }
}
