import './reactTimeouts';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { type PageData, setPageSettings } from '../shared/lib/pageData';
import { businessConstants } from './businessConstants';

// On a busy machine elements may take longer to appear than the default second.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no layout, so nothing is ever resized or scrolled into view, and no screen.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= Observer;
globalThis.IntersectionObserver ??= Observer as never;
globalThis.matchMedia ??= (() => ({ matches: false })) as never;

// `jest-fixed-jsdom` replaces it by Node's, which cannot read a form.
if (typeof document !== 'undefined') {
  const frame = document.body.appendChild(document.createElement('iframe'));
  globalThis.FormData = (frame.contentWindow as unknown as typeof globalThis).FormData;
  frame.remove();
}

setPageSettings(businessConstants as PageData);
