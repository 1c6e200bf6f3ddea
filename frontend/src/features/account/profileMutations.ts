import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { post, put } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';
import type { Details } from './lib/details';
import { accountKeys } from './queries';

type Changes = Partial<Details> & { canWhatsapp?: boolean };

/** The answer is the person, whom the header shows as well. */
async function change(queryClient: QueryClient, changes: Changes) {
  const { data } = await put('/api/user/details', changes);
  queryClient.setQueryData(accountKeys.user, data);
  // Whoever shows the person hears of it a moment later; what follows must not come before that.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
}

/** Saves what changed of the person's details. */
export function useSaveDetails() {
  const queryClient = useQueryClient();
  return useWrite((changes: Partial<Details>) => change(queryClient, changes));
}

/** Gives or takes back the consent to WhatsApp messages; the ledger becomes stale. */
export function useChangeWhatsapp() {
  const queryClient = useQueryClient();
  return useWrite(async (canWhatsapp: boolean) => {
    await change(queryClient, { canWhatsapp });
    void queryClient.invalidateQueries({ queryKey: accountKeys.consents });
  });
}

type Done = (message: string) => void;

/** Ends all of the person's sessions. What is done about it is done wherever they are by then. */
export const useLogOutEverywhere = (onDone: Done) =>
  useWrite(async () => onDone((await post('/api/user/logout/everywhere', undefined)).message));

/** Deletes the account, whose number confirms that it is meant; as above. */
export const useErase = (onDone: Done) =>
  useWrite(async (mobile: string) => onDone((await post('/api/user/erase', { mobile })).message));
