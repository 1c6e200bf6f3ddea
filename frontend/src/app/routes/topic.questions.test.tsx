import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { TopicQuestion } from '../../features/player/questionQueries';
import { findVideo, open, people, press, requests, server } from '../../test/topicPage';

const QUESTIONS = '/api/course/questions/t1';
const FIELD = 'Your question about this topic';

const question = (overrides: Partial<TopicQuestion> = {}): TopicQuestion => ({
  _id: 'q1',
  name: 'Asha R.',
  text: 'Why is the average late?',
  askedAt: '2026-11-20T09:30:00Z',
  answer: 'Because it looks back.',
  answeredAt: '2026-11-21T09:30:00Z',
  isOwn: false,
  ...overrides,
});

const waiting = question({ _id: 'q2', isOwn: true, text: 'और फिर?', answer: null, answeredAt: null });

let listed: TopicQuestion[];

beforeEach(() => {
  listed = [question()];
  server.use(
    http.get(QUESTIONS, () => HttpResponse.json({ data: listed, totalCount: listed.length })),
    http.post(QUESTIONS, () => {
      listed = [waiting, ...listed];
      return HttpResponse.json({ message: 'Thank you. You will see the answer here.', data: waiting });
    }),
  );
});

async function openQuestions() {
  open();
  await findVideo();
  await userEvent.click(screen.getByText('Questions and answers'));
  return within(screen.getByText('Questions and answers').closest('details') as HTMLElement);
}

const sent = () => requests.filter(([call]) => call === `POST ${QUESTIONS}`).map(([, body]) => body);

test('questions are loaded once the section is opened', async () => {
  const section = await openQuestions();
  const item = within(await section.findByRole('listitem'));
  expect(item.getByText('Asha R.')).toBeVisible();
  expect(item.getByText('Why is the average late?')).toBeVisible();
  expect(item.getByText('Because it looks back.')).toBeVisible();
  expect(item.getByText('20 Nov 26')).toBeVisible();
});

test('a question is asked, and stays visible to the person until it is answered', async () => {
  const section = await openQuestions();
  const field = await section.findByRole('textbox', { name: FIELD });
  expect(section.getByRole('button', { name: 'Ask' })).toBeDisabled();
  await userEvent.type(field, '  And then? ');
  await press('Ask');
  expect(await section.findByText('Thank you. You will see the answer here.')).toBeVisible();
  expect(field).toHaveValue('');
  expect(sent()).toEqual([{ _id: expect.stringMatching(/^[0-9a-f-]{36}$/), text: 'And then?' }]);
  const [own] = await section.findAllByRole('listitem');
  expect(own).toHaveTextContent('You20 Nov 26और फिर?Not answered yet. Until then only you can see it.');
  expect(within(own as HTMLElement).getByText('और फिर?')).toHaveAttribute('lang', 'hi');
});

test('what was written is there again after a reload, for this person and topic, until it is sent', async () => {
  const stored = () => localStorage.getItem(`question-draft:person-${people}:t1`);
  let section = await openQuestions();
  await userEvent.type(await section.findByRole('textbox', { name: FIELD }), 'Half a qu');
  const draft = stored() as string;
  cleanup();
  section = await openQuestions();
  expect(await section.findByRole('textbox', { name: FIELD })).toHaveValue('');
  cleanup();
  localStorage.setItem(`question-draft:person-${people + 1}:t1`, draft);
  section = await openQuestions();
  const field = await section.findByRole('textbox', { name: FIELD });
  expect(field).toHaveValue('Half a qu');
  await userEvent.type(field, 'estion');
  await press('Ask');
  await waitFor(() => expect(field).toHaveValue(''));
  expect(sent()).toEqual([{ _id: JSON.parse(draft)._id, text: 'Half a question' }]);
  expect(stored()).toBeNull();
});

test('a question that is too long is neither cut off nor sent', async () => {
  const section = await openQuestions();
  const field = await section.findByRole('textbox', { name: FIELD });
  await userEvent.click(field);
  await userEvent.paste('x'.repeat(1201));
  expect(field).toHaveValue('x'.repeat(1201));
  expect(section.getByText('Too long by 1. The limit is 1,200 characters.')).toBeVisible();
  expect(section.getByRole('button', { name: 'Ask' })).toBeDisabled();
  await userEvent.keyboard('{Backspace}');
  expect(section.getByRole('button', { name: 'Ask' })).toBeEnabled();
});

test('a refused or lost question keeps its text, and is sent again under the same id', async () => {
  const section = await openQuestions();
  await userEvent.type(await section.findByRole('textbox', { name: FIELD }), 'And then?');
  const message = 'You have 5 unanswered questions here. Please wait for an answer.';
  server.use(
    http.post(QUESTIONS, () => HttpResponse.json({ code: 'too_many_questions', message }, { status: 409 }), {
      once: true,
    }),
  );
  await press('Ask');
  expect(await section.findByText(message)).toBeVisible();
  expect(section.getByRole('textbox', { name: FIELD })).toHaveValue('And then?');
  server.use(http.post(QUESTIONS, () => HttpResponse.error(), { once: true }));
  await press('Ask');
  await waitFor(() => expect(section.queryByText(message)).toBeNull());
  expect(await section.findByRole('alert')).toBeVisible();
  server.use(
    http.post(QUESTIONS, () => HttpResponse.json({ message: 'Thank you.', data: waiting }), { once: true }),
  );
  await press('Ask');
  await waitFor(() => expect(section.getByRole('textbox', { name: FIELD })).toHaveValue(''));
  const ids = new Set((sent() as { _id: string }[]).map(({ _id }) => _id));
  expect(ids.size).toBe(1);
});

test('a topic without questions says so, and a failure can be tried again', async () => {
  listed = [];
  server.use(http.get(QUESTIONS, () => HttpResponse.json({}, { status: 500 })));
  const section = await openQuestions();
  expect(await section.findByText('Failed to fetch questions')).toBeVisible();
  server.use(http.get(QUESTIONS, () => HttpResponse.json({ data: listed, totalCount: 0 })));
  await userEvent.click(section.getByRole('button', { name: 'Try again' }));
  expect(await section.findByText('Nobody has asked anything here yet.')).toBeVisible();
});
