/** '14 years' as "14 years' experience"; any other text as it is. */
export function experienceText(experience: string): string {
  const years = /^\d+\+? year(s?)$/.exec(experience);
  if (!years) return experience;
  return years[1] ? `${experience}' experience` : `${experience}'s experience`;
}
