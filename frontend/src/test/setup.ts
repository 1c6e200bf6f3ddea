import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// A machine that is busy with other things takes more than the usual second to show what was asked for.
configure({ asyncUtilTimeout: 10_000 });

// This environment has no layout, so nothing ever changes its size or comes into view by itself.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= Observer;
globalThis.IntersectionObserver ??= Observer as never;
