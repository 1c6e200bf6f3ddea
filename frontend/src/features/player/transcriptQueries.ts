import { queryOptions } from '@tanstack/react-query';
import { parseTranscript } from './lib/transcript';
import { type Media, playerKeys } from './queries';

/** The lines of a video's captions. They have short-lived URLs: one that has expired is fetched again, once. */
export const transcript = (
  topicId: string,
  language: string,
  media: Media,
  onRefresh: () => Promise<Media | null>,
) =>
  queryOptions({
    queryKey: [...playerKeys.all, 'transcript', topicId, language],
    queryFn: async ({ signal }) => {
      const load = (from: Media | null) => {
        const url = from?.captions.find((caption) => caption.language === language)?.url;
        return url === undefined ? null : fetch(url, { signal });
      };
      let response = await load(media);
      if (!response?.ok) response = await load(await onRefresh());
      if (!response?.ok) throw new Error(`No captions in ${language}`);
      return parseTranscript(await response.text());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
