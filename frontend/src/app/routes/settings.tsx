import type { ReactNode } from 'react';
import { ConsentLedger } from '../../features/account/components/ConsentLedger';
import { DeviceList } from '../../features/account/components/DeviceList';
import { MobileChangeNotice } from '../../features/account/components/MobileChangeNotice';
import { ProfileForm } from '../../features/account/components/ProfileForm';
import { WhatsappConsent } from '../../features/account/components/WhatsappConsent';
import type { User } from '../../features/account/queries';
import { useTheme } from '../../shared/stores/theme';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { DownloadIcon } from '../../shared/ui/icons/DownloadIcon';
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch';
import { DialogButton } from '../DialogButton';
import leads from '../ownLeads.json';
import { PageHead } from '../PageHead';
import { PageSkeleton } from '../PageSkeleton';
import type { RouteRow } from '../routeRow';
import { useFarewell } from '../useFarewell';
import { usePerson } from '../usePerson';
import classes from './Settings.module.css';

const loadLogOut = () =>
  import(/* webpackChunkName: "log-out-dialog" */ '../../features/account/components/LogOutEverywhereDialog');
const loadErase = () =>
  import(/* webpackChunkName: "erase-dialog" */ '../../features/account/components/EraseDialog');

const THEMES = { system: 'As your device is set', light: 'Light', dark: 'Dark' } as const;

/** The server writes the same markup before React comes: templates/pages/settings.html. */
export default function Settings({ row }: { row: RouteRow }) {
  const person = usePerson();
  if (!person) return <PageSkeleton />;
  return (
    <>
      <PageHead title={row.title} lead={leads.settings} />
      <Parts key={person._id} user={person} />
    </>
  );
}

function Parts({ user }: { user: User }) {
  const { theme } = useTheme();
  const farewell = useFarewell();
  return (
    <div className={`container ${classes.root}`}>
      <Part title="Your details" note="What we call you, how we reach you, and what goes on your invoices.">
        <MobileChangeNotice />
        <ProfileForm user={user} />
      </Part>
      <Part title="Consents" note="WhatsApp messages are your choice. You can change your mind at any time.">
        <WhatsappConsent user={user} />
        <ConsentLedger />
      </Part>
      <Part title="Theme" note="How this site looks in this browser.">
        <div className={classes.theme}>
          <ThemeSwitch className={classes.switch} />
          <p>{THEMES[theme]}</p>
        </div>
      </Part>
      <Part title="Sessions" note="For a phone that was lost, or a computer that others use.">
        <DeviceList onLoggedOut={farewell} />
        <p className={classes.text}>Ends your sessions on all phones and computers, this one included.</p>
        <DialogButton load={loadLogOut} variant="secondary" onDone={farewell}>
          Log out everywhere
        </DialogButton>
      </Part>
      <Part title="Your data" note="What we keep of you is yours: take a copy, or have it deleted.">
        <p className={classes.text}>All that we keep of you, in one JSON file.</p>
        <ButtonLink variant="secondary" href="/api/user/data" download>
          <DownloadIcon size={18} />
          Download my data
        </ButtonLink>
        <hr className={classes.line} />
        <p className={classes.text}>
          Deletes your account for good. You see what goes and what stays before you decide.
        </p>
        <DialogButton load={loadErase} variant="secondary" onDone={farewell}>
          Delete my account
        </DialogButton>
      </Part>
    </div>
  );
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.note}>{note}</p>
      </div>
      <div className={classes.card}>{children}</div>
    </section>
  );
}
