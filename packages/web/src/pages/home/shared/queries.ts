import { allPages, apiQuery } from '../../../api/query.ts'

/** Read by several parts of the page, which read it once. */
export const sourcesQuery = allPages('listSources', { query: {} })
export const runsQuery = apiQuery('listRefreshRuns', { query: { limit: 20 } })
