import { onlineManager } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { isChunkError, reloadPage } from '../lib/chunks';
import { ErrorState } from './ErrorState';

interface Props {
  onRetry: () => void;
  className?: string | undefined;
  /** Renders nothing on failure: the script was only prefetched. */
  isQuiet?: boolean;
  children: ReactNode;
}

/**
 * Keeps the page when the script of a menu or dialog fails to load. If it fails again while the site can be
 * reached, a deploy has removed it. The person reloads the page then: there may be typed text on it.
 */
export class LazyErrorBoundary extends Component<Props, { error: unknown; hasRetried: boolean }> {
  override state = { error: null, hasRetried: false };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  private readonly retry = () => {
    this.setState({ error: null, hasRetried: true });
    this.props.onRetry();
  };

  override render() {
    const { error, hasRetried } = this.state;
    if (error === null) return this.props.children;
    if (this.props.isQuiet) return null;
    const isOffline = !onlineManager.isOnline();
    const isGone = hasRetried && !isOffline && isChunkError(error);
    return (
      <ErrorState
        isOffline={isOffline}
        className={this.props.className}
        message={isGone ? 'This page is out of date. Please reload it.' : undefined}
        onRetry={isGone ? reloadPage : this.retry}
        retryLabel={isGone ? 'Reload page' : undefined}
      />
    );
  }
}
