import type { ReactNode } from 'react';
import { Header } from './Header';
import { member, show, templatePart, writePageData } from './testSupport';

beforeEach(writePageData);

/** The class names of a server's template, without their module's name, which this environment leaves out. */
function written(file: string): string[] {
  const names = [...templatePart(file).matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) =>
    list.split(' '),
  );
  return [...new Set(names.map((name) => name.replace(/^\w+__/, '')))].sort();
}

function rendered(...pages: ReactNode[]): string[] {
  const names = pages.flatMap((page) => {
    const user = page === MEMBER ? member() : null;
    const { container, unmount } = show(page, { user });
    const found = [...container.querySelectorAll('[class]')].flatMap((element) => [...element.classList]);
    unmount();
    return found;
  });
  return [...new Set(names)].sort();
}

const MEMBER = <Header key="member" />;

test('the header is the same from the server and from React', () => {
  expect(written('header.html')).toEqual(rendered(<Header />, MEMBER));
});
