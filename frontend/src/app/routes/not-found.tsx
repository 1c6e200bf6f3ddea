import { useI18n } from '../../shared/lib/i18n';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { PageHead } from '../page/PageHead';
import { useTitle } from '../page/useTitle';

export default function NotFound() {
  const i18n = useI18n();
  const title = i18n._('Page not found');
  useTitle(title);
  return (
    <PageHead
      title={title}
      lead={i18n._("We can't find this page. It may have moved, or the link may be wrong.")}
    >
      <p className="cluster gap-3 mt-6">
        <ButtonLink to="/">{i18n._('Go to the home page')}</ButtonLink>
        <ButtonLink variant="secondary" to="/courses">
          {i18n._('Browse courses')}
        </ButtonLink>
      </p>
    </PageHead>
  );
}
