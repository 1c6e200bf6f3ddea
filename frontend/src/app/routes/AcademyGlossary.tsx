import { useQuery } from '@tanstack/react-query';
import { GlossaryList } from '../../features/academy/components/GlossaryList';
import { academyGlossary } from '../../features/academy/queries';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import leads from '../leads/academy.json';
import { PageHead } from '../page/PageHead';
import type { RouteRow } from '../routing/routeRow';
import { Awaited } from '../sections/QuerySection';

export function AcademyGlossary({ row }: { row: RouteRow }) {
  const query = useQuery(academyGlossary());
  const terms = query.data?.data.terms;
  return (
    <>
      <PageHead title={row.title} lead={leads['academy-glossary']} />
      <div className="container">
        {!terms && <Awaited query={query} what="terms" />}
        {terms?.length === 0 && (
          <EmptyState
            action={
              <ButtonLink variant="secondary" to="/academy">
                Read the academy
              </ButtonLink>
            }
          >
            Terms are coming soon.
          </EmptyState>
        )}
        {terms && terms.length > 0 && <GlossaryList terms={terms} />}
      </div>
    </>
  );
}
