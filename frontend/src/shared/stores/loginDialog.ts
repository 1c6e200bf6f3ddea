import { create } from 'zustand';

export interface LoginRequest {
  /** Prefilled in the form. */
  mobile?: string;
  /** Gets the focus when the dialog closes. */
  opener?: HTMLElement | null;
  /** The id of the user whose session ended: their page is kept behind the dialog. */
  endedFor?: string;
  /** Called after the login. */
  onDone?: () => void;
}

interface State {
  request: LoginRequest | null;
}

/** The store of the login dialog: the request, or null while it is closed. */
export const useLoginDialog = create<State>(() => ({ request: null }));

export const loginDialog = {
  open: (request: LoginRequest = {}) => useLoginDialog.setState({ request }),
  close: () => useLoginDialog.setState({ request: null }),
};

/** Whether the page is kept behind the dialog after its session ended. */
export const useIsLoginRequired = () => useLoginDialog(({ request }) => request?.endedFor !== undefined);
