import { sendDueMails } from '../../src/directory/mail/send-mails.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { openMailServer } from '../../src/platform/mail/mail-server.ts'
import { mailTo } from './support.ts'

/** Sends mail that is due in a process of its own: node mail-process.ts DATABASE_URL SMTP_URL. */
const [, , url, smtpUrl] = process.argv as [string, string, string, string]
await using database = openDatabase({ url, poolSize: 2 })
await using server = await openMailServer(mailTo(smtpUrl))
await sendDueMails({
  db: database.db,
  server,
  config: mailTo(smtpUrl),
  sealer: { seal: (text) => Buffer.from(text) },
  telemetry: { mailAttempted: () => {}, backgroundFailed: () => {} },
  makeLink: async () => 'https://rollcall.example.com/account-link#code',
  readReport: async () => undefined,
})
console.log('done')
