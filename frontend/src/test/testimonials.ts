import type { FaqTopic } from '../features/faq/queries';
import type { Testimonial } from '../features/testimonials/queries';

export const testimonial = (name: string, overrides: Partial<Testimonial> = {}): Testimonial => ({
  _id: `w-${name}`,
  image: null,
  username: name,
  location: 'Pune',
  age: 31,
  userhandle: '@reads',
  earnings: null,
  rating: 4.5,
  review: `What ${name} says.`,
  ...overrides,
});

/** A topic with one group of questions, each with its own answer. */
export const faqTopic = (title: string, ...questions: string[]): FaqTopic => ({
  _id: `t-${title}`,
  topicTitle: title,
  groups: [
    {
      _id: `g-${title}`,
      title: `About ${title}`,
      articles: questions.map((question) => ({
        _id: question,
        articleTitle: `What is ${question}?`,
        articleBlogHTML: `<p>It is <b>${question}</b>.</p>`,
      })),
    },
  ],
});
