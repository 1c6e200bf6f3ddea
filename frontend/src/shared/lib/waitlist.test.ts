import { heldText, placeText } from './waitlist';

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [112, '112th'],
])('place %i reads %s', (place, text) => {
  expect(placeText(place)).toBe(`You are ${text} in line`);
});

test('an offer says until when in Indian time', () => {
  expect(heldText('2026-11-21T11:00:00Z')).toBe('A seat is held for you until 4:30 PM');
});
