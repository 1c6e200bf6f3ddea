import { ButtonLink } from '../../shared/ui/ButtonLink';
import { PageHead } from '../PageHead';
import classes from './NotFound.module.css';

// The server writes the same sentence: apps/site/routes.py.
const LEAD = 'The page you asked for is not here. It may have moved, or the address may have a typo.';

export default function NotFound() {
  return (
    <PageHead title="Page not found" lead={LEAD}>
      <p className={classes.actions}>
        <ButtonLink to="/">Go to the home page</ButtonLink>
        <ButtonLink variant="secondary" to="/courses">
          See the courses
        </ButtonLink>
      </p>
    </PageHead>
  );
}
