import { Component, type ReactNode } from 'react';
import { VideoFailure } from './VideoFailure';

interface Props {
  onRetry: () => void;
  children: ReactNode;
}

/** A player whose script does not come must not take the page with it. */
export class VideoBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  private readonly retry = () => {
    this.props.onRetry();
    this.setState({ hasFailed: false });
  };

  override render() {
    return this.state.hasFailed ? <VideoFailure onRetry={this.retry} /> : this.props.children;
  }
}
