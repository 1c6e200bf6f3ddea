import { createContext, use, useEffect, useEffectEvent } from 'react';

/** Adds a step for what opened, which Back closes; returns a function that removes it. */
type AddStep = (close: () => void) => () => void;

/** The router's. Without one, as on the server, there is no history. */
export const HistorySteps = createContext<AddStep>(() => () => undefined);

/**
 * Makes what is open a step of the history: Back calls `close` instead of leaving the page. If it stays open, so
 * does its step. Closing it in another way removes the step.
 */
export function useHistoryStep(isOpen: boolean, close: () => void): void {
  const addStep = use(HistorySteps);
  const goBack = useEffectEvent(close);
  useEffect(() => (isOpen ? addStep(() => goBack()) : undefined), [isOpen, addStep]);
}

/** The same for a menu, on touch screens: with a mouse nobody expects Back to close a menu. */
export function useMenuStep(isOpen: boolean, close: () => void): void {
  useHistoryStep(isOpen && window.matchMedia('(pointer: coarse)').matches, close);
}
