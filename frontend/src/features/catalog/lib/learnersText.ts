/** '1 learner', '1,20,000 learners'. */
export const learnersText = (count: number): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'learner' : 'learners'}`;
