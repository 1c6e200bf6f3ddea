import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { type Academy, academyKeys, type Chapter, type ChapterResponse, type Module } from './queries';

const withRead = (module: Module, id: string): Module => ({
  ...module,
  chapters: module.chapters.map((line) => (line._id === id ? { ...line, isRead: true } : line)),
});

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
    onSuccess: () => {
      queryClient.setQueryData<Academy>(
        academyKeys.modules,
        (cached) => cached && { data: { modules: cached.data.modules.map((one) => withRead(one, _id)) } },
      );
      queryClient.setQueriesData<ChapterResponse>(
        { queryKey: academyKeys.chapters },
        (cached) =>
          cached && {
            data: {
              ...cached.data,
              isRead: cached.data.isRead || cached.data._id === _id,
              module: withRead(cached.data.module, _id),
            },
          },
      );
    },
  });
  return () => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutate();
  };
}
