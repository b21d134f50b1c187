import { createOutbox } from '../../src/directory/mail/outbox.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { makeDueReports } from '../../src/warehouse/reports/make-reports.ts'

/** Makes reports in a process of its own, which stops before the first is written: node report-process.ts DATABASE_URL. */
const [, , url] = process.argv as [string, string, string]
await using database = openDatabase({ url, poolSize: 2 })
await makeDueReports(database.db, {
  outbox: {
    write: async (trx, orgId, mail) => {
      await createOutbox(true).write(trx, orgId, mail)
      console.log('written')
      return new Promise(() => setTimeout(() => {}, 60_000))
    },
  },
  readAnswer: async () => ({
    search: 'from=2026-01-05&to=2026-01-30',
    scope: 'All',
    scopeFacts: { from: '2026-01-05', to: '2026-01-30', locations: [], groups: [] },
    content: { figures: [], tables: [] },
  }),
})
