import { ProgramPage } from '../ProgramPage';

export default function LiveTradingProgram() {
  return <ProgramPage coming="The calendar of sessions and their plans are being prepared." />;
}
