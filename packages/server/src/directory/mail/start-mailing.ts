import type { Sealer } from '../../gate/sealing/sealing.ts'
import type { Db } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { openMailServer } from '../../platform/mail/mail-server.ts'
import type { MailConfig } from '../../platform/mail-config.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import { purgeMails } from './mail-store.ts'
import { type MailParts, type MailTiming, startMails } from './send-mails.ts'

const HOUR_MS = 3_600_000

interface Mailing {
  /** The mail server of the operator; without one nothing is sent, and old mail is still deleted. */
  readonly mail?: MailConfig | undefined
  readonly mailTiming?: Partial<MailTiming> | undefined
  readonly db: Db
  readonly listener: Listener
  readonly sealer: Sealer
  readonly telemetry: Telemetry
  /** Makes a link with which the person chooses a password. Returns undefined if the person no longer has an account. */
  createLink(db: Db, orgId: string, userId: string): Promise<{ readonly code: string } | undefined>
  readonly readReport: MailParts['readReport']
}

/** Sends the mail of the organizations of a database, and deletes what ended long ago. */
export const startMailing = async (mailing: Mailing): Promise<AsyncDisposable> => {
  const { mail, mailTiming, db, listener, sealer, telemetry, createLink, readReport } = mailing
  await using stack = new AsyncDisposableStack()
  stack.use(
    startPeriodic(
      HOUR_MS,
      () => purgeMails(db),
      (error) => telemetry.backgroundFailed('mail purge', error),
    ),
  )
  if (mail) {
    const server = stack.use(await openMailServer(mail))
    const makeLink = async (of: Db, { orgId, userId }: { orgId: string; userId: string }) => {
      const link = await createLink(of, orgId, userId)
      return link && `${mail.publicUrl}/account-link#${link.code}`
    }
    stack.use(
      await startMails({ db, server, config: mail, sealer, telemetry, makeLink, readReport, timing: mailTiming }, listener),
    )
  }
  return stack.move()
}
