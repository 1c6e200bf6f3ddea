import { setupI18n } from '@lingui/core';
import { messages } from './hi';

export const createHindi = () => setupI18n({ locale: 'hi-IN', messages: { 'hi-IN': messages } });
