import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';

export type Academy = ApiResponse<'/api/academy', 'get'>;
export type Module = Academy['data']['modules'][number];
export type ChapterLine = Module['chapters'][number];
export type ChapterResponse = ApiResponse<'/api/academy/{module_key}/{key}', 'get'>;
export type Chapter = ChapterResponse['data'];
export type Term = Chapter['terms'][number];

export const academyKeys = {
  modules: ['academy', 'modules'] as const,
  glossary: ['academy', 'glossary'] as const,
  chapters: ['academy', 'chapter'] as const,
  chapter: (module: string, chapter: string) => [...academyKeys.chapters, module, chapter] as const,
};

export const academyModules = () =>
  queryOptions({
    queryKey: academyKeys.modules,
    queryFn: ({ signal }) => get('/api/academy', { signal }),
  });

export const academyGlossary = () =>
  queryOptions({
    queryKey: academyKeys.glossary,
    queryFn: ({ signal }) => get('/api/academy/glossary', { signal }),
  });

export const academyChapter = (module: string, chapter: string) =>
  queryOptions({
    queryKey: academyKeys.chapter(module, chapter),
    queryFn: ({ signal }) =>
      get('/api/academy/{module_key}/{key}', { path: { module_key: module, key: chapter }, signal }),
  });
