export const isMotionReduced = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export const scrollBehavior = (): ScrollBehavior => (isMotionReduced() ? 'instant' : 'smooth');

export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: scrollBehavior() });
  document.getElementById('main')?.focus({ preventScroll: true });
}
