/** A row of the route table, which the server reads as well: for titles, status codes and preloading. */
export interface RouteRow {
  name: string;
  path: string;
  title: string;
  /** The page's module: named where several share one, else its own, else that of the pages of words. */
  module: string;
  /** Only for members. */
  guarded?: boolean;
  /** Without the site's header and footer, for views inside the app. */
  bare?: boolean;
  /** One thing of many: the page's own title comes from the thing. */
  item?: boolean;
  /** Only on a developer's machine. */
  local?: boolean;
}
