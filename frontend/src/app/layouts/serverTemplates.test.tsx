import type { ReactNode } from 'react';
import { FreeTrial } from '../../features/account/components/FreeTrial';
import { LoginForm } from '../../features/account/components/LoginForm';
import type { User } from '../../features/account/queries';
import { NextStep } from '../../features/my-learnings/components/NextStep';
import { OwnCourse } from '../../features/my-learnings/components/OwnCourse';
import { renderLayout, templatePart, writePageData } from '../../test/layoutPage';
import { ownCourse } from '../../test/ownCourses';
import { member, subscription } from '../../test/users';
import { Header } from './Header';

beforeEach(writePageData);

const PART = /{% include "parts\/(\w+\.html)" %}/g;

/** A template with its includes. */
const templateWithParts = (file: string): string =>
  templatePart(file).replace(PART, (_, name: string) => templatePart(name));

/** The class names of a template, without the module prefix that jest's identity-obj-proxy omits. */
function templateClassNames(file: string): string[] {
  const names = [...templateWithParts(file).matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) =>
    list.split(' '),
  );
  return [...new Set(names.map((name) => name.replace(/^\w+__/, '')))].sort();
}

function renderedClassNames(ui: ReactNode, ...people: (User | null)[]): string[] {
  const names = people.flatMap((user) => {
    const { container, unmount } = renderLayout(ui, { user });
    const found = [...container.querySelectorAll('[class]')].flatMap((element) => [...element.classList]);
    unmount();
    return found;
  });
  return [...new Set(names)].sort();
}

const onPro = member({ activeLearnProSubscriptions: [subscription()] });

test('the header is the same from the server and from React', () => {
  expect(templateClassNames('header.html')).toEqual(renderedClassNames(<Header />, null, member()));
});

test('so is the login form', () => {
  expect(templateClassNames('login_form.html')).toEqual(renderedClassNames(<LoginForm />, null));
});

test('so is the free trial', () => {
  // The template has no busy state.
  const seen = renderedClassNames(<FreeTrial />, null, member(), onPro).filter(
    (name) => name !== 'visually-hidden',
  );
  expect(templateClassNames('free_trial.html')).toEqual(seen);
});

const inSizes = [640, 320].map((width) => ({ url: `/${width}.webp`, width, height: (width * 9) / 16 }));
const course = ownCourse(1, { webimage: inSizes });

test.each([
  ['own_course.html', <OwnCourse key="own" course={course} />],
  ['next_step.html', <NextStep key="next" course={course} />],
])('so are the widths for which a browser chooses a picture: %s', (file, ui) => {
  const { container } = renderLayout(ui);
  const [, sizes] = /sizes="([^"]*)"/.exec(templatePart(file)) ?? [];
  expect(container.querySelector('img')).toHaveAttribute('sizes', sizes);
});
