import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../api/client';
import { useRestoreFocus } from '../lib/useRestoreFocus';

/** Texts by the name of the field. */
type Errors = Readonly<Record<string, ReactNode>>;

interface Outcome<Data> {
  onSuccess?: (data: Data) => void;
  /** Called after the server's errors were placed at their fields. */
  onError?: (error: Error) => void;
}

/**
 * A form that is sent by a mutation. The browser keeps the values of its fields; they are read by name.
 *
 * `submit` sends them, or returns what is wrong with them. Our errors and the server's are shown at their fields,
 * and the first of these gets the focus. An edit removes the error of its field, and the outcome of the form.
 * While the mutation is pending nothing is sent; afterwards the button has its focus back.
 */
export function useForm<Data, Variables, Values = Record<string, string>>(
  mutation: UseMutationResult<Data, Error, Variables>,
  submit: (
    values: Values,
    send: (variables: Variables, outcome?: Outcome<Data>) => undefined,
  ) => Errors | undefined,
) {
  const form = useRef<HTMLFormElement>(null);
  // `isPending` is true one task after the mutation was called.
  const isSending = useRef(false);
  const [errors, setErrors] = useState<Errors>({});
  // In the order of the page, with the buttons outside that refer to the form.
  const controls = () => [...(form.current?.elements ?? [])] as HTMLInputElement[];
  useRestoreFocus(mutation.isPending, () =>
    controls()
      .find(({ type }) => type === 'submit')
      ?.focus(),
  );

  const refuse = (found: Errors) => {
    const wrong = controls().filter(({ name }) => found[name]);
    setErrors(Object.fromEntries(wrong.map(({ name }) => [name, found[name]])));
    wrong[0]?.focus();
  };
  const send = (variables: Variables, { onSuccess, onError }: Outcome<Data> = {}): undefined => {
    if (isSending.current || mutation.isPending) return;
    isSending.current = true;
    setErrors({});
    mutation.mutate(variables, {
      onSuccess: (data) => onSuccess?.(data),
      onError: (error) => {
        refuse(errorsOf(error));
        onError?.(error);
      },
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
  const clear = (name: string) => {
    setErrors(({ [name]: _cleared, ...others }) => others);
    // `reset` would drop the callbacks of a pending mutation.
    if (mutation.isError || mutation.isSuccess) mutation.reset();
  };
  return {
    props: {
      ref: form,
      // The browser's own messages are in its language, and disappear.
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const found = submit(Object.fromEntries(new FormData(event.currentTarget)) as Values, send);
        if (found) refuse(found);
      },
      onChange: ({ target }: FormEvent) => clear((target as HTMLInputElement).name),
    },
    field: (name: string) => ({
      name,
      // The field may already have the focus; then focusing it would announce nothing.
      error: errors[name] && <span role="alert">{errors[name]}</span>,
    }),
    /** Why the form was not sent, unless that is about its fields. */
    error: Object.keys(errors).length > 0 ? null : mutation.error,
    send,
    refuse,
    clear,
  };
}

/** The server's error for each field. */
export const errorsOf = (error: unknown): Record<string, string | undefined> =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.errors).map(([name, [first]]) => [name, first]))
    : {};
