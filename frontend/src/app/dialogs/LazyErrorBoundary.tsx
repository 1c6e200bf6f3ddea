import { Component, type ReactNode } from 'react';
import { ErrorState } from '../../shared/ui/ErrorState';

interface Props {
  onRetry: () => void;
  className?: string | undefined;
  message?: string | undefined;
  /** Renders nothing on failure: the script was only prefetched. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** Keeps the page when the script of a menu or dialog fails to load. */
export class LazyErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  private readonly retry = () => {
    this.setState({ failed: false });
    this.props.onRetry();
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.isQuiet) return null;
    return (
      <ErrorState
        className={this.props.className}
        message={this.props.message ?? 'This menu could not be loaded. Please check your connection.'}
        onRetry={this.retry}
      />
    );
  }
}
