import { Component, type ReactNode } from 'react';
import { ApiError } from '../shared/api/client';
import NotFound from './routes/not-found';
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

  retry = () => {
    this.props.onRetry();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ApiError && error.status === 404) return <NotFound />;
    return <UnexpectedError error={error} onRetry={this.retry} />;
  }
}
