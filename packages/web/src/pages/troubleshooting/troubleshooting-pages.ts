/** Where the pages of troubleshooting are: loaded with the first of them. */
export const PAGES = {
  FindPage: () => import('./find/find-page.tsx'),
  PersonPage: () => import('./person/person-page.tsx'),
  SourcesPage: () => import('./sources/sources-page.tsx'),
  QuarantinePage: () => import('./quarantine/quarantine-page.tsx'),
  SpacesPage: () => import('./spaces/spaces-page.tsx'),
}
