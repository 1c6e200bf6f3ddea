import { type ComponentProps, useEffect, useImperativeHandle, useRef } from 'react';

/** Set by the script in `templates/shell.html`. */
type EarlyForm = HTMLFormElement & { isSubmitted?: boolean };

/**
 * A form that React sends. What is submitted before hydration waits for it: the browser would load the page
 * again and lose what was entered.
 */
export function Form({ ref, ...props }: ComponentProps<'form'>) {
  const form = useRef<EarlyForm>(null);
  useImperativeHandle(ref, () => form.current as HTMLFormElement);
  useEffect(() => {
    form.current?.removeAttribute('data-waits');
    // What was typed early is in the components' state after the next render.
    if (form.current?.isSubmitted) setTimeout(() => form.current?.requestSubmit());
  }, []);
  // Without scripts a POST is refused; a GET would write the fields into the URL.
  return <form method="post" {...props} ref={form} data-waits="" />;
}
