import { Component, type ReactNode } from 'react';
import { VideoError } from './VideoError';

interface Props {
  onRetry: () => void;
  children: ReactNode;
}

/** Keeps the page when the player's script fails to load. */
export class VideoErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  private readonly retry = () => {
    this.props.onRetry();
    this.setState({ hasFailed: false });
  };

  override render() {
    return this.state.hasFailed ? <VideoError onRetry={this.retry} /> : this.props.children;
  }
}
