/** A ref that moves the focus to what has just been rendered; a constant, so it does so once. */
export const focusOn = (element: HTMLElement | null): void => element?.focus();
