import { ButtonLink } from '../../shared/ui/ButtonLink';
import { PageHead } from '../page/PageHead';
import classes from './NotFound.module.css';

const LEAD = "We can't find this page. It may have moved, or the link may be wrong.";

export default function NotFound() {
  return (
    <PageHead title="Page not found" lead={LEAD}>
      <p className={classes.actions}>
        <ButtonLink to="/">Go to the home page</ButtonLink>
        <ButtonLink variant="secondary" to="/courses">
          Browse courses
        </ButtonLink>
      </p>
    </PageHead>
  );
}
