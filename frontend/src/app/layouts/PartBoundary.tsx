import { Component, type ReactNode } from 'react';
import { ErrorState } from '../../shared/ui/ErrorState';

interface Props {
  onRetry: () => void;
  className?: string | undefined;
  message?: string | undefined;
  /** Says nothing yet: the piece was only fetched ahead. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** A menu or dialog that cannot come must not take the page with it. */
export class PartBoundary extends Component<Props, { failed: boolean }> {
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
