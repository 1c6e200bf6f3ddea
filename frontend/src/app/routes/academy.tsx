import { useQuery } from '@tanstack/react-query';
import { ModuleCard } from '../../features/academy/components/ModuleCard';
import { ReadingProgress } from '../../features/academy/components/ReadingProgress';
import { progressOf } from '../../features/academy/lib/readingProgress';
import { academyModules } from '../../features/academy/queries';
import { useAuth } from '../../features/account/queries';
import { AppLink } from '../../shared/ui/AppLink';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import leads from '../leads/academy.json';
import { PageHead } from '../page/PageHead';
import type { RouteRow } from '../routing/routeRow';
import { Awaited } from '../sections/QuerySection';
import * as classes from './Academy.module.css';
import { AcademyChapter } from './AcademyChapter';
import { AcademyGlossary } from './AcademyGlossary';

/** The academy's pages are in one chunk: each extra chunk adds bytes to every page. */
export default function AcademyRoute({ row }: { row: RouteRow }) {
  if (row.name === 'academy-chapter') return <AcademyChapter />;
  return row.name === 'academy' ? <Academy row={row} /> : <AcademyGlossary row={row} />;
}

function Academy({ row }: { row: RouteRow }) {
  const { isAuthenticated } = useAuth();
  const query = useQuery(academyModules());
  const modules = query.data?.data.modules;
  const progress = isAuthenticated && modules ? progressOf(modules) : null;
  return (
    <>
      <PageHead title={row.title} lead={leads.academy}>
        {progress && <ReadingProgress {...progress} />}
        <AppLink className={classes.glossary} to="/academy/glossary">
          Glossary
        </AppLink>
      </PageHead>
      <div className="container stack gap-6">
        {!modules && <Awaited query={query} what="chapters" />}
        {modules?.map((module, index) => (
          <ModuleCard key={module._id} module={module} number={index + 1} isMember={isAuthenticated} />
        ))}
        {modules?.length === 0 && (
          <EmptyState
            action={
              <ButtonLink variant="secondary" to="/courses">
                Browse courses
              </ButtonLink>
            }
          >
            Chapters are coming soon.
          </EmptyState>
        )}
      </div>
    </>
  );
}
