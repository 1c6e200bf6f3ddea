import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, put, remove } from '../../shared/api/client';

/** The courses that the person saved for later. */
export const wishList = () =>
  queryOptions({
    queryKey: ['catalog', 'wishList'] as const,
    queryFn: ({ signal }) => get('/api/course/wish-list', { signal }),
  });

/** Whether the person saved this course. */
export const wish = (courseId: string) =>
  queryOptions({
    queryKey: ['catalog', 'wish', courseId] as const,
    queryFn: ({ signal }) => get('/api/course/wish-list/{key}', { path: { key: courseId }, signal }),
  });

/** Adds the course to the wish list, or removes it; shown at once. */
export function useWish(courseId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = wish(courseId);
  return useMutation({
    mutationFn: (isWished: boolean) => {
      const options = { path: { key: courseId } };
      return isWished
        ? put('/api/course/wish-list/{key}', undefined, options)
        : remove('/api/course/wish-list/{key}', options);
    },
    onMutate: async (isWished) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, { data: { isWished } });
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: wishList().queryKey });
      return queryClient.invalidateQueries({ queryKey });
    },
  });
}
