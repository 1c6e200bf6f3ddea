import { ApiError } from '../../../shared/api/client';

/** The server asks for a new OTP because the last one is too old for this action. */
export const needsReauth = (error: unknown) => error instanceof ApiError && error.code === 'proof_needed';
