import { topic } from '../../../test/courses';
import { contentsText } from './contentsText';

const video = (duration: number) => topic('Video', { duration });
const article = topic('Article', { ContentType: 'article', duration: 240 });
const pdf = topic('PDF', { ContentType: 'pdf', duration: 60 });
const quiz = topic('Quiz', { ContentType: 'quiz', duration: 0 });

test.each([
  [[], ''],
  [[video(29)], '1 video, 29 sec'],
  [[video(0)], '1 video'],
  [[video(29), article, article, quiz], '1 video, 29 sec · 2 articles · 1 quiz'],
  [
    [quiz, pdf, video(1064), pdf, video(1064), quiz, article],
    '2 videos, 35 min · 1 article · 2 PDFs · 2 quizzes',
  ],
  [[video(5400), video(1800)], '2 videos, 2 hours'],
])('topics %# are counted by kind', (topics, text) => {
  expect(contentsText(topics)).toBe(text);
});

test('the length of the videos can be left out', () => {
  expect(contentsText([video(29), quiz], { withLength: false })).toBe('1 video · 1 quiz');
});
