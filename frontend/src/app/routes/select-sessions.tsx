import { ProgramPage } from '../ProgramPage';
import type { RouteRow } from '../routeRow';

export default function SelectSessions({ row }: { row: RouteRow }) {
  return (
    <ProgramPage title={row.title} coming="The calendar on which you pick your sessions is being prepared." />
  );
}
