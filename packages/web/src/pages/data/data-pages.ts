/** Where the pages of the warehouse are: loaded with the first of them. */
export const PAGES = {
  ExplorerPage: () => import('./explorer/explorer-page.tsx'),
  RefreshRunsPage: () => import('./refresh-runs/refresh-runs-page.tsx'),
  ChangesPage: () => import('./changes/changes-page.tsx'),
}
