import { formatSpan } from './duration';
import { type PageSettings, pageSettings } from './pageData';

type DurationName = keyof PageSettings['figures'];

/** A business constant in milliseconds, such as how long a credit is valid. */
export const durationMs = (name: DurationName): number => 1000 * pageSettings().figures[name];

/** '15 minutes', '4 hours', '90 days'. */
export const durationText = (name: DurationName): string => formatSpan(pageSettings().figures[name]);
