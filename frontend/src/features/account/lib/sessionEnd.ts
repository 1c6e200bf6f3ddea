import { ApiError } from '../../../shared/api/client';

/** Whether the session has ended. The login dialog shows that, so the caller need not. */
export const isSessionEnd = (error: unknown) => error instanceof ApiError && error.status === 401;
