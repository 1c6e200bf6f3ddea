/** A row of the route table, which the server reads too: for titles, status codes and preloading. */
export interface RouteRow {
  name: string;
  /** In the table only where it is not the name. */
  path: string;
  title: string;
  /**
   * The module in routes/: named in the row where several rows share one, else the row's name, else the legal
   * page.
   */
  module: string;
  /** For members only. */
  guarded?: boolean;
  /** Opened by its URL it has no header and footer, for web views of the app. */
  bare?: boolean;
  /** Public, but its URL contains a key: search engines leave it out, and no script of others runs there. */
  unlisted?: boolean;
  /** In every language; else the page is in English, and only what is around it is in the chosen language. */
  translated?: boolean;
  /** In development only. */
  local?: boolean;
}
