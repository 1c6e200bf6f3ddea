import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiResponse, get, put, remove } from '../../shared/api/client';

type WishList = ApiResponse<'/api/course/wish-list', 'get'>;

/** The courses that the person saved for later. */
export const wishList = () =>
  queryOptions({
    queryKey: ['catalog', 'wishList'] as const,
    queryFn: ({ signal }) => get('/api/course/wish-list', { signal }),
  });

/** Adds the course to the wish list, or removes it; shown at once. */
export function useWish(courseId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = wishList();
  return useMutation({
    mutationFn: (isWished: boolean) => {
      const options = { path: { key: courseId } };
      return isWished
        ? put('/api/course/wish-list/{key}', undefined, options)
        : remove('/api/course/wish-list/{key}', options);
    },
    onMutate: async (isWished) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (list) => list && withCourse(list, courseId, isWished));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

function withCourse(list: WishList, courseId: string, isWished: boolean): WishList {
  const others = list.courseIds.filter((id) => id !== courseId);
  return { ...list, courseIds: isWished ? [courseId, ...others] : others };
}
