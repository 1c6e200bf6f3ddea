import { pageSettings } from '../../../shared/lib/pageData';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { useChangeConsent } from '../profileMutations';
import type { User } from '../queries';
import { ErrorAlert } from './ErrorAlert';

/** Asks once for the consent that the engagement SDK needs, in the words that the consent history stores. */
export function EngagementNotice({ user }: { user: User }) {
  const change = useChangeConsent();
  const { engagement } = pageSettings();
  if (!engagement || user.engagementConsent !== null) return null;
  const choose = (engagementConsent: boolean) => change.mutate({ engagementConsent });
  return (
    <Card element="section" aria-label="Usage data" className="stack gap-3 text-s leading-5 ink-2">
      <p>{engagement.consentText}. You can change this in your settings.</p>
      <div className="row gap-2">
        <Button variant="secondary" size="s" disabled={change.isPending} onClick={() => choose(true)}>
          Allow
        </Button>
        <Button variant="secondary" size="s" disabled={change.isPending} onClick={() => choose(false)}>
          No, thanks
        </Button>
      </div>
      <ErrorAlert error={change.error} fallback="saveUser" />
    </Card>
  );
}
