import { type ReactNode, useRef } from 'react';
import { ConsentBox } from '../../features/account/components/ConsentBox';
import { ConsentHistory } from '../../features/account/components/ConsentHistory';
import { DeviceList } from '../../features/account/components/DeviceList';
import { MobileChangeNotice } from '../../features/account/components/MobileChangeNotice';
import { ProfileForm } from '../../features/account/components/ProfileForm';
import type { User } from '../../features/account/queries';
import { CalendarFeed } from '../../features/calendar/components/CalendarFeed';
import { pageSettings, siteData } from '../../shared/lib/pageData';
import { useIsNear } from '../../shared/lib/useIsNear';
import { useTheme } from '../../shared/stores/theme';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { DownloadIcon } from '../../shared/ui/icons/DownloadIcon';
import { LazySection } from '../../shared/ui/LazySection';
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';
import { DialogButton } from '../dialogs/DialogButton';
import { registerRootComponent } from '../dialogs/rootComponents';
import leads from '../leads/member.json';
import { LogoutNotice } from '../page/LogoutNotice';
import { PageHead } from '../page/PageHead';
import { PageSkeleton } from '../page/PageSkeleton';
import { useLastUser } from '../page/useLastUser';
import { useLogoutNotice } from '../page/useLogoutNotice';
import type { RouteRow } from '../routing/routeRow';
import * as classes from './Settings.module.css';

const loadLogOut = () =>
  import(/* webpackChunkName: "log-out-dialog" */ '../../features/account/components/LogOutEverywhereDialog');
const loadMessages = () =>
  import(/* webpackChunkName: "message-history" */ '../../features/account/components/MessageHistory');
const loadErase = () =>
  import(/* webpackChunkName: "erase-dialog" */ '../../features/account/components/EraseDialog');

// It stays when the page unmounts: the notice is shown on the home page.
registerRootComponent('logoutNotice', LogoutNotice);

const THEMES = { system: 'Same as device', light: 'Light', dark: 'Dark' } as const;

export default function Settings({ row }: { row: RouteRow }) {
  const person = useLastUser();
  if (!person) return <PageSkeleton />;
  return (
    <>
      <PageHead title={row.title} lead={leads.settings} />
      <SettingsSections key={person._id} user={person} />
    </>
  );
}

function SettingsSections({ user }: { user: User }) {
  const { theme } = useTheme();
  const { engagement } = pageSettings();
  const showLogoutNotice = useLogoutNotice();
  return (
    <div className="container stack gap-10">
      <SettingsSection
        title="Your details"
        note="Your name, your contact details, and what appears on your invoices."
      >
        <MobileChangeNotice />
        <ProfileForm user={user} />
      </SettingsSection>
      <SettingsSection
        title="Consents"
        note={
          siteData().login.consentRequired
            ? 'Logging in needs the WhatsApp consent, so each login gives it. You can withdraw it here at any time, with immediate effect.'
            : 'WhatsApp messages are optional, and you can log in without them. You can change your choice at any time, with immediate effect.'
        }
      >
        <ConsentBox
          user={user}
          name="canWhatsapp"
          label={siteData().login.consentLabel}
          given="You'll now get alerts, market tips and course updates on WhatsApp."
          withdrawn="Consent withdrawn. You will no longer get alerts, market tips or course updates on WhatsApp."
        />
        {engagement && (
          <ConsentBox
            user={user}
            name="engagementConsent"
            label={engagement.consentText}
            given="Thank you. You can change this at any time."
            withdrawn="Consent withdrawn. Nothing more is shared with MoEngage."
          />
        )}
        <ConsentHistory />
      </SettingsSection>
      <SettingsSection
        title="Messages we sent you"
        note="Confirmations, reminders and changes of the last year, by SMS, WhatsApp and email."
      >
        <Messages />
      </SettingsSection>
      <SettingsSection
        title="Your calendar"
        note="Follow your bookings in your own calendar. Moved and cancelled sessions are updated there."
      >
        <CalendarFeed />
      </SettingsSection>
      <SettingsSection title="Theme" note="How this site looks in this browser.">
        <div className="row items-center gap-3 text-s">
          <ThemeSwitch className={classes.switch} />
          <p>{THEMES[theme]}</p>
        </div>
      </SettingsSection>
      <SettingsSection
        title="Devices"
        note="Lost a phone, or logged in on a shared computer? Log out of it here."
      >
        <DeviceList onLoggedOut={showLogoutNotice} />
        <p className="measure mb-3 ink-2 text-s leading-5">
          Logs you out on all phones and computers, including this one.
        </p>
        <DialogButton load={loadLogOut} variant="secondary" onDone={showLogoutNotice}>
          Log out everywhere
        </DialogButton>
      </SettingsSection>
      <SettingsSection title="Your data" note="Download a copy of your data, or delete your account.">
        <p className="measure mb-3 ink-2 text-s leading-5">Download everything we hold about you (JSON).</p>
        <ButtonLink variant="secondary" href="/api/user/data" download>
          <DownloadIcon size={18} />
          Download my data
        </ButtonLink>
        <hr className="mb-5 mt-5" />
        <p className="measure mb-3 ink-2 text-s leading-5">
          Permanently deletes your account. You can see what is deleted and what is kept before you confirm.
        </p>
        <DialogButton load={loadErase} variant="secondary" onDone={showLogoutNotice}>
          Delete my account
        </DialogButton>
      </SettingsSection>
    </div>
  );
}

/** Loaded when it comes near: most people come for something else. */
function Messages() {
  const messages = useLazyComponent(loadMessages);
  const room = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(room);
  return (
    <div ref={room} className={classes.messages}>
      {isNear && <LazySection lazyComponent={messages} props={{}} />}
    </div>
  );
}

function SettingsSection({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className={`stack gap-4 ${classes.part}`}>
      <div>
        <h2 className="text-l">{title}</h2>
        <p className="measure mt-1 ink-2 text-s leading-5">{note}</p>
      </div>
      <div className="surface min-w-0 p-card">{children}</div>
    </section>
  );
}
