import { create } from 'zustand';

export interface LoginRequest {
  /** Prefilled in the form. */
  mobile?: string;
  /** Gets the focus when the dialog closes. */
  opener?: HTMLElement | null;
  /** The id of the user whose session ended: their page is kept behind the dialog. */
  endedFor?: string;
  /** The route of the member's page that a visitor wanted. */
  wanted?: string;
  /** Called after the login. */
  onDone?: () => void;
}

interface State {
  request: LoginRequest | null;
  /** Opens on the home page, to which the guard redirects: a navigation closes what is open. */
  waiting: LoginRequest | null;
}

/** The store of the login dialog: the request, or null while it is closed. */
export const useLoginDialog = create<State>(() => ({ request: null, waiting: null }));

export const loginDialog = {
  open: (request: LoginRequest = {}) => useLoginDialog.setState({ request }),
  openOnHome: (waiting: LoginRequest) => useLoginDialog.setState({ waiting }),
  openWaiting: () =>
    useLoginDialog.setState(({ request, waiting }) => ({ request: waiting ?? request, waiting: null })),
  close: () => useLoginDialog.setState({ request: null }),
};

/** Whether the page is kept behind the dialog after its session ended. */
export const useIsLoginRequired = () => useLoginDialog(({ request }) => request?.endedFor !== undefined);
