import { create } from 'zustand';

export interface LoginRequest {
  /** Filled into the form. */
  mobile?: string;
  /** Gets the focus back when the dialog goes. */
  opener?: HTMLElement | null;
  /** Whose session ended in the middle of a page, by id: the page waits behind the dialog. */
  endedFor?: string;
  /** What the person wanted; it goes on once they are logged in. */
  onDone?: () => void;
}

interface State {
  request: LoginRequest | null;
}

/** The one login dialog: why it is open, or null while it is closed. */
export const useLoginDialog = create<State>(() => ({ request: null }));

export const loginDialog = {
  open: (request: LoginRequest = {}) => useLoginDialog.setState({ request }),
  close: () => useLoginDialog.setState({ request: null }),
};

/** Whether a page waits behind the dialog for the session that ended. */
export const useIsHeld = () => useLoginDialog(({ request }) => request?.endedFor !== undefined);
