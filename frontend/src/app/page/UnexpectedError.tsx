import { fallbacks } from '../../shared/api/messages';
import { Button } from '../../shared/ui/Button';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import * as classes from './UnexpectedError.module.css';
import { useTitle } from './useTitle';

interface Props {
  error: unknown;
  onRetry: () => void;
}

/** The screen for errors while rendering, with the message that support will ask for. */
export function UnexpectedError({ error, onRetry }: Props) {
  useTitle('Unexpected Application Error!');
  return (
    <div className={`container ${classes.root}`} role="alert">
      <h1 className="text-xl">Unexpected Application Error!</h1>
      <p className="mt-4 red weight-600">Status 500</p>
      <p className="mt-1 ink-2">{error instanceof Error ? error.message : fallbacks.other}</p>
      <div className="cluster gap-3 mt-6">
        <Button onClick={onRetry}>Try again</Button>
        <ButtonLink variant="secondary" to="/">
          Go to the home page
        </ButtonLink>
      </div>
    </div>
  );
}
