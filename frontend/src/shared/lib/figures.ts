import { formatSpan } from './duration';
import { type PageSettings, pageSettings } from './pageData';

type FigureName = keyof PageSettings['figures'];

/** A business figure in milliseconds, such as how long a credit is valid. */
export const figureMs = (name: FigureName): number => 1000 * pageSettings().figures[name];

/** '15 minutes', '4 hours', '90 days'. */
export const figureText = (name: FigureName): string => formatSpan(pageSettings().figures[name]);
