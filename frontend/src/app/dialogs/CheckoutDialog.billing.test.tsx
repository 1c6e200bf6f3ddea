import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { draft } from '../../features/account/lib/profile';
import {
  amountOf,
  buyer,
  CART,
  dialog,
  ENROLL,
  open,
  pay,
  payButton,
  requestsTo,
  respondWith,
  server,
} from '../../test/checkoutPage';
import { cart } from '../../test/orders';
import { FakeWindow } from '../../test/razorpay';
import { member } from '../../test/users';

const DETAILS = '/api/user/details';
const OF_KARNATAKA = '29AAGCB7383J1Z4';
const saved: unknown[] = [];

beforeEach(() => {
  saved.length = 0;
  server.use(
    http.put(DETAILS, async ({ request }) => {
      const body = (await request.json()) as object;
      saved.push(body);
      return HttpResponse.json({ data: buyer({ name: 'Ananya Iyer', ...body }), message: 'Saved.' });
    }),
  );
});

// What was typed outlives the dialog.
afterEach(() => act(() => draft.discard('')));

const box = (name: string) => dialog().getByRole('textbox', { name });
const states = () => dialog().getByRole('combobox', { name: 'State' });
const business = () => dialog().getByText('Company and GSTIN (optional)');

test('name and state come from the profile, and nothing is saved that was there', async () => {
  await open(buyer({ name: 'Asha Rao', state: 'karnataka' }));
  await payButton();
  expect(box('Name')).toHaveValue('Asha Rao');
  expect(states()).toHaveValue('Karnataka');
  expect(business().closest('details')).not.toHaveAttribute('open');
});

test('whoever has no name and no state is asked for them, in place', async () => {
  await open(member({ name: '' }));
  const button = await payButton();
  expect(button).toHaveAccessibleDescription('Add your name and state to pay.');
  await userEvent.click(button);
  expect(box('Name')).toHaveAccessibleDescription('Enter your name.');
  expect(states()).toHaveAccessibleDescription('Select your state.');
  expect(box('Name')).toHaveFocus();
  expect(requestsTo(ENROLL)).toEqual([]);

  await userEvent.type(box('Name'), 'Asha Rao');
  await userEvent.selectOptions(states(), 'Goa');
  expect(dialog().queryByRole('alert')).not.toBeInTheDocument();
  await pay();
  expect(saved).toEqual([{ name: 'Asha Rao', state: 'Goa', gstNo: '' }]);
  expect(requestsTo(ENROLL)).toHaveLength(1);
});

test('a number is no name: an invoice would be made out to it', async () => {
  await open(buyer({ name: '98200 11223' }));
  await userEvent.click(await payButton());
  expect(box('Name')).toHaveAccessibleDescription('Enter your name.');
  expect(requestsTo(ENROLL)).toEqual([]);

  await userEvent.clear(box('Name'));
  await userEvent.type(box('Name'), 'आशा');
  await pay();
  expect(saved).toEqual([{ name: 'आशा' }]);
});

test('a profile that is complete is not saved again', async () => {
  await open();
  await pay();
  expect(saved).toEqual([]);
});

test('the tax follows the selected state at once, with the same total', async () => {
  await open(member());
  await payButton();
  expect(amountOf('CGST 9%')).toBe('₹134.91');
  await userEvent.selectOptions(states(), 'Karnataka');
  expect(amountOf('IGST 18%')).toBe('₹269.82');
  expect(dialog().queryByText('CGST 9%')).not.toBeInTheDocument();
  expect(await payButton()).toBeInTheDocument();
  await userEvent.selectOptions(states(), 'Maharashtra');
  expect(amountOf('SGST 9%')).toBe('₹134.91');
  expect(requestsTo(CART)).toHaveLength(1);
});

test('a GSTIN of another state is refused at its field, until state or number fit', async () => {
  await open(buyer({ name: 'Asha Rao' }));
  await payButton();
  await userEvent.click(business());
  await userEvent.type(box('Company'), 'Rao Traders');
  await userEvent.type(box('GSTIN'), OF_KARNATAKA.toLowerCase());
  await userEvent.click(await payButton());
  expect(box('GSTIN')).toHaveAccessibleDescription(
    'This GSTIN is registered in Karnataka. Choose Karnataka as your state, or leave it blank.',
  );
  expect(box('GSTIN')).toHaveFocus();
  expect(saved).toEqual([]);

  await userEvent.selectOptions(states(), 'Karnataka');
  expect(box('GSTIN')).not.toHaveAccessibleDescription();
  await userEvent.type(box('Address'), '12, MG Road{Enter}Bengaluru');
  expect(dialog().queryByRole('alert')).not.toBeInTheDocument();
  await pay();
  expect(saved).toEqual([
    {
      state: 'Karnataka',
      company: 'Rao Traders',
      gstNo: OF_KARNATAKA.toLowerCase(),
      address: '12, MG Road\nBengaluru',
    },
  ]);
});

test('a GSTIN that is cleared takes what was wrong with it along, and no other error', async () => {
  await open(buyer({ name: '', gstNo: OF_KARNATAKA }));
  await userEvent.click(await payButton());
  expect(dialog().getAllByRole('alert')).toHaveLength(3);
  await userEvent.clear(box('GSTIN'));
  expect(box('Name')).toHaveAccessibleDescription('Enter your name.');
  expect(dialog().getAllByRole('alert')).toHaveLength(1);
});

test('another wrong state leaves the error of the GSTIN', async () => {
  await open(buyer({ gstNo: OF_KARNATAKA, address: '12, MG Road' }));
  await userEvent.click(await payButton());
  await userEvent.selectOptions(states(), 'Goa');
  expect(box('GSTIN')).toHaveAccessibleDescription(/registered in Karnataka/);
});

test('with a GSTIN the address is asked for, and nothing is ordered without it', async () => {
  await open(buyer({ gstNo: '27AAPFU0939F1ZV' }));
  const button = await payButton();
  expect(button).toHaveAccessibleDescription('Add your address to pay.');
  await userEvent.click(button);
  expect(box('Address')).toHaveAccessibleDescription(/Enter the address of your business\.$/);
  expect(box('Address')).toHaveFocus();
  expect(box('Address')).toHaveAttribute('maxlength', '400');
  expect(requestsTo(ENROLL)).toEqual([]);
  await userEvent.type(box('Address'), '१२, महात्मा गांधी मार्ग');
  expect(button).not.toHaveAccessibleDescription();
  await pay();
  expect(saved).toEqual([{ address: '१२, महात्मा गांधी मार्ग' }]);
});

test('a GSTIN with a wrong check character is refused at its field', async () => {
  await open(buyer({ gstNo: '27AAPFU0939F1ZW', address: '12, MG Road' }));
  await userEvent.click(await payButton());
  expect(box('GSTIN')).toHaveAccessibleDescription('Enter a valid 15-character GSTIN, or leave this blank.');
  expect(requestsTo(ENROLL)).toEqual([]);
});

test('what the server refuses is said at the field, and nothing is ordered', async () => {
  server.use(
    http.put(DETAILS, () =>
      HttpResponse.json(
        { message: 'Invalid.', code: 'invalid', errors: { name: ['This contains invisible characters.'] } },
        { status: 400 },
      ),
    ),
  );
  await open(buyer());
  await payButton();
  await userEvent.type(box('Name'), '\u202e');
  await userEvent.click(await payButton());
  await waitFor(() => expect(box('Name')).toHaveAccessibleDescription('This contains invisible characters.'));
  expect(box('Name')).toHaveFocus();
  expect(await payButton()).toBeEnabled();
  expect(requestsTo(ENROLL)).toEqual([]);
  expect(FakeWindow.opened).toEqual([]);
});

test('a lost line while saving says so, and another press goes on', async () => {
  server.use(http.put(DETAILS, () => HttpResponse.error(), { once: true }));
  await open(member());
  await payButton();
  await userEvent.selectOptions(states(), 'Goa');
  await userEvent.click(await payButton());
  expect(await dialog().findByRole('alert')).toHaveTextContent('No connection. Updating data failed');
  expect(states()).toHaveValue('Goa');
  await pay();
  expect(saved).toHaveLength(1);
});

test('a bill of zero asks for nothing', async () => {
  respondWith(CART, cart({ billTotal: 0 }));
  await open(member({ name: '' }));
  await payButton('₹0.00');
  expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
});
