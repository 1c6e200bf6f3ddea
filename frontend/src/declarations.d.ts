declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export = classes;
}
declare module '*.css';
declare module '@moengage/web-sdk' {
  const moengage: {
    initialize(options: Record<string, unknown>): void;
    track_event(event: string, facts: Record<string, unknown>): void;
    add_unique_user_id(id: string): void;
    destroy_session(): void;
  };
  export default moengage;
}
