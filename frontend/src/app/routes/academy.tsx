import { useSuspenseQuery } from '@tanstack/react-query';
import { ModuleCard } from '../../features/academy/components/ModuleCard';
import cards from '../../features/academy/components/ModuleCard.module.css';
import { ReadingProgress } from '../../features/academy/components/ReadingProgress';
import { progressOf } from '../../features/academy/lib/reading';
import { academyModules } from '../../features/academy/queries';
import { useAuth } from '../../features/account/queries';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import { AcademyChapter } from '../AcademyChapter';
import { PageHead } from '../PageHead';
import leads from '../readingLeads.json';
import type { RouteRow } from '../routeRow';

/** Both pages are one module: each module of its own weighs on every page of the site. */
export default function AcademyRoute({ row }: { row: RouteRow }) {
  return row.item ? <AcademyChapter /> : <Academy row={row} />;
}

function Academy({ row }: { row: RouteRow }) {
  const { isAuthenticated } = useAuth();
  const {
    data: {
      data: { modules },
    },
  } = useSuspenseQuery(academyModules());
  const progress = isAuthenticated ? progressOf(modules) : null;
  return (
    <>
      <PageHead title={row.title} lead={leads.academy}>
        {progress && <ReadingProgress {...progress} />}
      </PageHead>
      <div className={`container ${cards.list}`}>
        {modules.map((module, place) => (
          <ModuleCard key={module._id} module={module} number={place + 1} />
        ))}
        {modules.length === 0 && (
          <EmptyState
            action={
              <ButtonLink variant="secondary" to="/courses">
                See the courses
              </ButtonLink>
            }
          >
            The first chapters are being written.
          </EmptyState>
        )}
      </div>
    </>
  );
}
