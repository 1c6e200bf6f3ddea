import { useId, useState } from 'react';
import { Button } from '../Button';
import { ButtonLink } from '../ButtonLink';
import { Checkbox } from '../Checkbox';
import { Dialog } from '../Dialog';
import { Field, SelectField, TextareaField } from '../Field';
import { LockIcon } from '../icons/LockIcon';
import { UserIcon } from '../icons/UserIcon';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../Menu';
import { OtpField } from '../OtpField';
import { Radio } from '../Radio';
import { SearchField } from '../SearchField';
import { ThemeSwitch } from '../ThemeSwitch';
import { Specimen } from './Specimen';

export function Actions() {
  const [sending, setSending] = useState(false);
  const [open, setOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <>
      <Specimen title="Button">
        <Button>Continue</Button>
        <Button variant="secondary">View all</Button>
        <Button variant="quiet">Skip</Button>
        <Button variant="gold">Get Pro</Button>
        <Button variant="danger">Cancel session</Button>
        <Button disabled>Disabled</Button>
        <Button variant="secondary" disabled>
          Disabled
        </Button>
      </Specimen>
      <Specimen title="Button sizes and states">
        <Button size="s">Small</Button>
        <Button size="l">Large</Button>
        <Button loading={sending} onClick={() => setSending(!sending)}>
          Press to send
        </Button>
        <Button loading>Pay ₹1,178.82</Button>
        <ButtonLink to="/courses">Link as button</ButtonLink>
        <Button wide variant="secondary">
          As wide as its place
        </Button>
      </Specimen>
      <Specimen title="Dialog, Menu, ThemeSwitch">
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Open dialog
        </Button>
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title="Cancel this session?"
          description="The seat goes to somebody else. You can book again while seats are left."
          footer={
            <>
              <Button variant="secondary" onClick={() => setOpen(false)}>
                Keep session
              </Button>
              <Button variant="danger" onClick={() => setOpen(false)}>
                Cancel session
              </Button>
            </>
          }
        >
          <Field label="Reason" hint="Only the mentor reads this." />
        </Dialog>
        <Menu
          open={isMenuOpen}
          onOpenChange={setMenuOpen}
          trigger={<Button variant="secondary">Open menu</Button>}
          align="start"
        >
          <MenuLink to="/dashboard" icon={<UserIcon />}>
            My Dashboard
          </MenuLink>
          <MenuItem disabled icon={<LockIcon />}>
            Not for now
          </MenuItem>
          <MenuSeparator />
          <MenuItem>Log Out</MenuItem>
        </Menu>
        <ThemeSwitch />
      </Specimen>
    </>
  );
}

export function Fields() {
  const [empty, setEmpty] = useState(['', '', '', '', '', '']);
  const [wrong, setWrong] = useState(['1', '2', '3', '4', '5', '6']);
  const [search, setSearch] = useState('candlestick');
  // Each component is shown in both themes, and radio buttons of one name are one group.
  const group = useId();
  return (
    <>
      <Specimen title="Field" stacked>
        <Field label="Mobile number" prefix="+91" type="tel" placeholder="98765 43210" />
        <Field label="Email" hint="Receipts go here." defaultValue="ananya.iyer@example.in" />
        <Field label="Coupon code" error="This coupon has expired." defaultValue="OLD20" />
        <Field label="Name" disabled defaultValue="Ananya Iyer" />
      </Specimen>
      <Specimen title="SearchField" stacked>
        <SearchField
          label="Search courses"
          placeholder="Search courses, topics"
          value={search}
          onChange={setSearch}
        />
      </Specimen>
      <Specimen title="Field: select, text area; Checkbox, Radio" stacked>
        <SelectField label="Sort by">
          <option>Most learners</option>
          <option>Newest first</option>
        </SelectField>
        <TextareaField label="Your review" hint="What did it change in how you trade?" />
        <Checkbox label="Get alerts, market tips & course updates on WhatsApp" />
        <Checkbox label="Chosen" defaultChecked />
        <Checkbox label="Cannot be changed" defaultChecked disabled />
        <Checkbox label="I have read the risk disclosure" error="Please read it first." />
        <fieldset>
          <legend>Price</legend>
          <Radio name={group} label="Any price" defaultChecked />
          <Radio name={group} label="Free" />
          <Radio name={group} label="Not for now" disabled />
        </fieldset>
      </Specimen>
      <Specimen title="CodeField" stacked>
        <OtpField label="Enter the 6-digit OTP" digits={empty} onChange={setEmpty} />
        <OtpField label="An incorrect OTP" digits={wrong} onChange={setWrong} invalid />
      </Specimen>
    </>
  );
}
