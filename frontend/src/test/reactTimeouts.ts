// React shows what has loaded 300 ms after the last fallback of Suspense at the earliest, so that a page does not flicker.
// It keeps the setTimeout that it finds when it is loaded; without the wait a test that loads a page takes half the time.
const { setTimeout } = globalThis;
globalThis.setTimeout = ((task: () => void) => setTimeout(task)) as typeof setTimeout;
jest.requireActual('react-dom/client');
globalThis.setTimeout = setTimeout;

export {};
