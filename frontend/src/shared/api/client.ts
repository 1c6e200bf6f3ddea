import { serverNow } from '../lib/pageData';
import type { paths } from './generated/schema';

/** An error response, with the server's message. Status 0: the server was not reached. */
export class ApiError extends Error {
  /** When a retry may succeed, from Retry-After. */
  readonly retryAt: number | null;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: Readonly<Record<string, readonly string[]>> = {},
    retryAfter: number | null = null,
    /** The current state, where the error response contains it. */
    readonly data: unknown = undefined,
  ) {
    super(message);
    // Minifying changes the class's own name, which the console shows.
    this.name = 'ApiError';
    this.retryAt = retryAfter && serverNow() + retryAfter * 1000;
  }
}

/** The end of a session is not shown as an error: the login dialog opens by itself. */
export const isShownError = (error: unknown): boolean =>
  error !== null && !(error instanceof ApiError && error.status === 401);

type Method = 'get' | 'post' | 'put' | 'delete';
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;
interface Json<A> {
  content: { 'application/json': A };
}
export type ApiResponse<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: Record<200, Json<infer A>> | Record<201, Json<infer A>> } ? A : never;
type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never;

interface Options {
  /** Values for the `{names}` in the path. */
  path?: Record<string, string>;
  query?: Record<string, string | number | readonly string[] | undefined>;
  signal?: AbortSignal;
  /** The request outlives the page (`keepalive`). */
  keepalive?: boolean;
}

type Listener = () => void;
let sessionEnded: Listener = () => undefined;
let unreachable: Listener = () => undefined;

/** Called on every 401 in the middle of a page. */
export function onSessionEnded(listener: Listener): void {
  sessionEnded = listener;
}

/** Called when a request got no response. */
export function onUnreachable(listener: Listener): void {
  unreachable = listener;
}

export function get<P extends PathsWith<'get'>>(
  path: P,
  options: Options = {},
): Promise<ApiResponse<P, 'get'>> {
  return call('GET', path as string, options) as Promise<ApiResponse<P, 'get'>>;
}

export function post<P extends PathsWith<'post'>>(
  path: P,
  body: Body<P, 'post'>,
  options: Options = {},
): Promise<ApiResponse<P, 'post'>> {
  return call('POST', path as string, options, body) as Promise<ApiResponse<P, 'post'>>;
}

export function put<P extends PathsWith<'put'>>(
  path: P,
  body: Body<P, 'put'>,
  options: Options = {},
): Promise<ApiResponse<P, 'put'>> {
  return call('PUT', path as string, options, body) as Promise<ApiResponse<P, 'put'>>;
}

export function remove<P extends PathsWith<'delete'>>(
  path: P,
  { body, ...options }: Options & { body?: Body<P, 'delete'> } = {},
): Promise<ApiResponse<P, 'delete'>> {
  return call('DELETE', path as string, options, body) as Promise<ApiResponse<P, 'delete'>>;
}

async function call(method: string, path: string, options: Options, body?: unknown): Promise<unknown> {
  const request: RequestInit = {
    method,
    credentials: 'same-origin',
    keepalive: options.keepalive ?? false,
    headers: { Accept: 'application/json' },
  };
  if (options.signal) request.signal = options.signal;
  if (method !== 'GET') {
    request.headers = { ...request.headers, 'X-CSRFToken': csrfToken(), 'Content-Type': 'application/json' };
    if (body !== undefined) request.body = JSON.stringify(body);
  }
  const response = await reach(address(path, options), request);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  if (response.status === 401 && path !== '/api/user') sessionEnded();
  throw refusal(response, answer);
}

function address(path: string, { path: values = {}, query = {} }: Options): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function csrfToken(): string {
  // In production cookie names have the `__Host-` prefix; the page data contains the name.
  const name = document.querySelector<HTMLMetaElement>('meta[name="csrf-cookie"]')?.content;
  const start = `${name || 'csrftoken'}=`;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length) ?? '';
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    unreachable();
    throw new ApiError(0, 'unreachable', '');
  }
}

function refusal(response: Response, answer: unknown): ApiError {
  const { message, code, errors, data } = (answer ?? {}) as Partial<ApiError>;
  const wait = Number(response.headers.get('Retry-After'));
  return new ApiError(response.status, code ?? 'unknown', message ?? '', errors, wait || null, data);
}
