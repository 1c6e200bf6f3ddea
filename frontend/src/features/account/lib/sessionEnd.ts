import { ApiError } from '../../../shared/api/client';

/** Whether the session was over. The login dialog says so, and nothing else needs to. */
export const isSessionEnd = (error: unknown) => error instanceof ApiError && error.status === 401;
