type Styles = Partial<
  Record<'width' | 'height' | 'aspectRatio' | 'background' | 'fontSize', string | number>
>;

/**
 * A ref that sets styles by script. The Content-Security-Policy refuses style attributes in the server's HTML,
 * so an element that is part of the first paint gets its measures from a class.
 */
export const setStyles =
  (styles: { [Name in keyof Styles]: Styles[Name] | undefined }) => (element: HTMLElement | null) => {
    for (const [name, value] of Object.entries(styles)) {
      const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      element?.style.setProperty(property, typeof value === 'number' ? `${value}px` : (value ?? ''));
    }
  };
