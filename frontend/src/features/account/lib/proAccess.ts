import type { User } from '../queries';

export function hasActivePro(user: User | null): boolean {
  return user?.activeLearnProSubscriptions[0]?.active ?? false;
}
