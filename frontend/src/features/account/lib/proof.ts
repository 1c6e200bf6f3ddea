import { ApiError } from '../../../shared/api/client';

/** The server wants to be sure that it is still the person: an OTP was entered too long ago. */
export const needsProof = (error: unknown) => error instanceof ApiError && error.code === 'proof_needed';
