import { useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';
import { type Academy, academyKeys, type Chapter, type ChapterAnswer, type Module } from './queries';

const withRead = (module: Module, id: string): Module => ({
  ...module,
  chapters: module.chapters.map((line) => (line._id === id ? { ...line, isRead: true } : line)),
});

/** Tell that a member came to the end; the tick appears wherever the chapter is listed, without asking again. */
export function useNoteRead({ _id, module, weburlname }: Chapter) {
  const queryClient = useQueryClient();
  return useWrite(async () => {
    const path = { module_key: module.weburlname, key: weburlname };
    await post('/api/academy/{module_key}/{key}/read', undefined, { path });
    queryClient.setQueryData<Academy>(
      academyKeys.modules,
      (known) => known && { data: { modules: known.data.modules.map((one) => withRead(one, _id)) } },
    );
    queryClient.setQueriesData<ChapterAnswer>(
      { queryKey: academyKeys.chapters },
      (known) =>
        known && {
          data: {
            ...known.data,
            isRead: known.data.isRead || known.data._id === _id,
            module: withRead(known.data.module, _id),
          },
        },
    );
  });
}
