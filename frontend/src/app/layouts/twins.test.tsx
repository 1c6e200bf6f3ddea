import type { ReactNode } from 'react';
import { FreeTrial } from '../../features/account/components/FreeTrial';
import { LoginForm } from '../../features/account/components/LoginForm';
import type { User } from '../../features/account/queries';
import { NextStep } from '../../features/learnings/components/NextStep';
import { OwnCourse } from '../../features/learnings/components/OwnCourse';
import { ownCourse } from '../../test/ownCourses';
import { member, subscription } from '../../test/people';
import { Header } from './Header';
import { show, templatePart, writePageData } from './testSupport';

beforeEach(writePageData);

const PART = /{% include "parts\/(\w+\.html)" %}/g;

/** A template with the parts it holds. */
const whole = (file: string): string =>
  templatePart(file).replace(PART, (_, part: string) => templatePart(part));

/** The class names of a server's template, without their module's name, which this environment leaves out. */
function written(file: string): string[] {
  const names = [...whole(file).matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '));
  return [...new Set(names.map((name) => name.replace(/^\w+__/, '')))].sort();
}

function rendered(ui: ReactNode, ...people: (User | null)[]): string[] {
  const names = people.flatMap((user) => {
    const { container, unmount } = show(ui, { user });
    const found = [...container.querySelectorAll('[class]')].flatMap((element) => [...element.classList]);
    unmount();
    return found;
  });
  return [...new Set(names)].sort();
}

const onPro = member({ activeLearnProSubscriptions: [subscription()] });

test('the header is the same from the server and from React', () => {
  expect(written('header.html')).toEqual(rendered(<Header />, null, member()));
});

test('so is the login form', () => {
  expect(written('login_form.html')).toEqual(rendered(<LoginForm />, null));
});

test('so is the free trial', () => {
  // What says to a screen reader that a button is busy has no place in a picture.
  const seen = rendered(<FreeTrial />, null, member(), onPro).filter((name) => name !== 'visually-hidden');
  expect(written('free_trial.html')).toEqual(seen);
});

const inSizes = [640, 320].map((width) => ({ url: `/${width}.webp`, width, height: (width * 9) / 16 }));
const course = ownCourse(1, { webimage: inSizes });

test.each([
  ['own_course.html', <OwnCourse key="own" course={course} />],
  ['next_step.html', <NextStep key="next" course={course} />],
])('so are the widths for which a browser chooses a picture: %s', (file, ui) => {
  const { container } = show(ui);
  const [, sizes] = /sizes="([^"]*)"/.exec(templatePart(file)) ?? [];
  expect(container.querySelector('img')).toHaveAttribute('sizes', sizes);
});
