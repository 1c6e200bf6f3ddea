import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { type Academy, academyKeys, type Chapter, type ChapterResponse, type Module } from './queries';

const withRead = (module: Module, id: string): Module => ({
  ...module,
  chapters: module.chapters.map((line) => (line._id === id ? { ...line, isRead: true } : line)),
});

function updateCachedChapters(queryClient: QueryClient, readId: string): void {
  queryClient.setQueryData<Academy>(
    academyKeys.modules,
    (cached) => cached && { data: { modules: cached.data.modules.map((one) => withRead(one, readId)) } },
  );
  queryClient.setQueriesData<ChapterResponse>(
    { queryKey: academyKeys.chapters },
    (cached) =>
      cached && {
        data: {
          ...cached.data,
          isRead: cached.data.isRead || cached.data._id === readId,
          module: withRead(cached.data.module, readId),
        },
      },
  );
}

/** Checks the answers to a chapter's questions; a member who has all of them right has read it. */
export function useAnswerChapter({ _id, module, weburlname }: Chapter) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answers: Record<string, string>) => {
      const path = { module_key: module.weburlname, key: weburlname };
      return post('/api/academy/{module_key}/{key}/answers', { answers }, { path });
    },
    onSuccess: ({ data }) => {
      if (data.isRead) updateCachedChapters(queryClient, _id);
    },
  });
}

/**
 * Returns a function that records that a member has read a chapter, and updates every cached list of chapters
 * without a refetch. Calls while a request is pending are ignored.
 */
export function useMarkRead({ _id, module, weburlname }: Chapter) {
  const queryClient = useQueryClient();
  const mutationKey = ['academy', 'read', _id];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => {
      const path = { module_key: module.weburlname, key: weburlname };
      return post('/api/academy/{module_key}/{key}/read', undefined, { path });
    },
    onSuccess: () => updateCachedChapters(queryClient, _id),
  });
  return () => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutate();
  };
}
