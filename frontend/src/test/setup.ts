import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// On a busy machine elements may take longer to appear than the default second.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no layout, so nothing is ever resized or scrolled into view.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= Observer;
globalThis.IntersectionObserver ??= Observer as never;
