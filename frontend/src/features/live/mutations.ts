import { useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';

/** Books a webinar that costs this person nothing; all that shows what they have is fetched again, also after a refusal. */
export function useBookFreeWebinar(webinarId: string) {
  const queryClient = useQueryClient();
  return useWrite(async () => {
    try {
      await post('/api/learning/bookfreewebinarV1', { id: webinarId });
    } finally {
      await queryClient.invalidateQueries();
    }
  });
}
