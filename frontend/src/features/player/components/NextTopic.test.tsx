import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { outline } from '../../../test/player';
import { takePlayRequest } from '../lib/playRequest';
import type { TopicLine } from '../queries';
import { NextTopic } from './NextTopic';

const next = outline.chapters[0]?.topics[1] as TopicLine;
const onCancel = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  onCancel.mockClear();
});
afterEach(() => jest.useRealTimers());

const mount = () =>
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<NextTopic courseKey="c1" next={next} onCancel={onCancel} />} />
        <Route path="/course/c1/topic/:topicId" element={<p>The next topic</p>} />
      </Routes>
    </MemoryRouter>,
  );
const wait = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1000));
const checkbox = () => screen.getByRole('checkbox', { name: 'Open the next topic automatically' });

test('the next topic opens after eight seconds and plays', async () => {
  mount();
  for (let second = 0; second < 7; second += 1) wait(1);
  expect(screen.getByText(/in 1 s/)).toBeVisible();
  wait(1);
  expect(screen.getByText('The next topic')).toBeVisible();
  expect(takePlayRequest(next._id)).toBe(true);
  expect(takePlayRequest(next._id)).toBe(false);
});

test.each(['textarea', 'input'])('the countdown waits while the focus is in a field (%s)', (tag) => {
  mount();
  const field = Object.assign(document.createElement(tag), tag === 'input' ? { type: 'search' } : {});
  document.body.append(field);
  field.focus();
  for (let second = 0; second < 20; second += 1) wait(1);
  expect(screen.queryByText('The next topic')).toBeNull();
  field.remove();
  for (let second = 0; second < 8; second += 1) wait(1);
  expect(screen.getByText('The next topic')).toBeVisible();
});

test('it opens at once when that is pressed', () => {
  mount();
  act(() => screen.getByRole('link', { name: 'Open now' }).click());
  expect(screen.getByText('The next topic')).toBeVisible();
});

test('a cancel tells the page', () => {
  mount();
  act(() => screen.getByRole('button', { name: 'Cancel' }).click());
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('who does not want it is not taken along, now and later', () => {
  const { unmount } = mount();
  act(() => checkbox().click());
  for (let second = 0; second < 20; second += 1) wait(1);
  expect(screen.queryByText('The next topic')).toBeNull();
  unmount();
  mount();
  expect(checkbox()).not.toBeChecked();
  for (let second = 0; second < 20; second += 1) wait(1);
  expect(screen.getByRole('link', { name: 'Open now' })).toBeVisible();
});

test('a request to play another topic is forgotten', () => {
  mount();
  act(() => screen.getByRole('link', { name: 'Open now' }).click());
  expect(takePlayRequest('another')).toBe(false);
  expect(takePlayRequest(next._id)).toBe(false);
});
