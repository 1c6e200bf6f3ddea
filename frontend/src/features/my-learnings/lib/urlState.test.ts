import { statusFilter } from './urlState';

test.each([
  ['', undefined],
  ['?status=', undefined],
  ['?status=ongoing', 'ongoing'],
  ['?status=notStarted&from=mail', 'notStarted'],
  ['?status=completed&status=ongoing', 'completed'],
  ['?status=Ongoing', undefined],
  ['?status=toString', undefined],
])('%s asks for %s', (search, status) => {
  expect(statusFilter(search)).toBe(status);
});
