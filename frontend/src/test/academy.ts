import type { Academy, Chapter, ChapterLine, Module } from '../features/academy/queries';

export const chapterLine = (number: number, changed: Partial<ChapterLine> = {}): ChapterLine => ({
  _id: `chapter-${number}`,
  title: `Chapter number ${number}`,
  weburlname: `chapter-${number}`,
  summary: `What chapter ${number} is about.`,
  readingMinutes: 4,
  isRead: false,
  ...changed,
});

export const academyModule = (changed: Partial<Module> = {}): Module => ({
  _id: 'module-1',
  title: 'Reading charts',
  weburlname: 'charts',
  summary: 'How prices are drawn.',
  chapters: [chapterLine(1), chapterLine(2), chapterLine(3)],
  ...changed,
});

export const academyResponse = (...modules: Module[]): Academy => ({ data: { modules } });

export const chapter = (changed: Partial<Chapter> = {}): Chapter => ({
  ...chapterLine(2),
  html: '<h2>First part</h2><p>A candle has <em>four</em> prices.</p>',
  contents: ['First part', 'Second part'],
  terms: [],
  questions: [],
  publishedAt: '2026-10-01T09:30:00Z',
  updatedAt: '2026-11-21T09:30:00Z',
  module: academyModule(),
  previous: {
    title: 'Chapter number 1',
    weburlname: 'chapter-1',
    moduleTitle: 'Reading charts',
    moduleWeburlname: 'charts',
  },
  next: null,
  ...changed,
});
