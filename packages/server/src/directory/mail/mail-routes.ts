import { ENDPOINTS } from '@rollcall/contract'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailConfig } from '../../platform/mail-config.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { assertActiveUser } from '../people/find-user.ts'
import { countMails, getMail, listMails, positionOf, toMail } from './mail-list.ts'
import { changeMailPreferences, getMailPreferences, refuseKind } from './mail-preferences.ts'
import { restartMail } from './mail-store.ts'
import { announceMail, type Outbox } from './outbox.ts'
import { readUnsubscribeCode } from './unsubscribe-code.ts'

interface MailOptions {
  readonly outbox: Outbox
  readonly config: MailConfig | undefined
  /** Returns the database of an organization, which may be in another cell. */
  homeOf(orgId: string): Promise<Db>
}

export const registerMailRoutes = (http: HttpContext, db: Db, { outbox, config, homeOf }: MailOptions): void => {
  serve(http, ENDPOINTS.listMails, async ({ caller, query }) => {
    const page = pageRequest(query, ['timestamp', 'uuid'])
    const filter = { status: query.status, userId: filterId(query.userId) }
    return toPage(page, await listMails(db, caller.orgId, filter, page), positionOf, toMail)
  })

  serve(http, ENDPOINTS.getMailState, async ({ caller }) => ({
    isConfigured: outbox.isOpen,
    sender: config ? `${config.sender.name} <${config.sender.address}>` : null,
    ...(await countMails(db, caller.orgId)),
  }))

  serve(http, ENDPOINTS.sendTestMail, async ({ caller: { orgId, userId } }) => {
    if (userId === null)
      throw new AppError('entity_not_found', { detail: 'A key has no e-mail address: sign in to send yourself a mail.' })
    if (!outbox.isOpen) throw new AppError('mail_unavailable', { detail: NO_SERVER })
    // It is read before a node begins to send it.
    const mail = await transact(db, async (trx) => {
      const written = await outbox.write(trx, orgId, { kind: 'test', userId, perHour: 20 })
      if (!written)
        throw new AppError('mail_unavailable', { detail: 'You have no e-mail address, or asked for 20 tests in an hour.' })
      await recordChange(trx, orgId, { entity: { type: 'mail', id: written.id } })
      return getMail(trx, orgId, written.id)
    })
    return toMail(mail)
  })

  serve(http, ENDPOINTS.sendMailAgain, async ({ caller: { orgId }, params }) => {
    if (!outbox.isOpen) throw new AppError('mail_unavailable', { detail: NO_SERVER })
    const mail = await transact(db, async (trx) => {
      const { userId, kind } = await getMail(trx, orgId, params.mailId)
      await assertActiveUser(trx, orgId, userId)
      if (!(await restartMail(trx, orgId, params.mailId))) {
        throw new AppError('conflict', { detail: 'The mail is being sent at this moment.' })
      }
      await announceMail(trx)
      await recordChange(trx, orgId, { entity: { type: 'mail', id: params.mailId, name: kind }, after: { userId } })
      return getMail(trx, orgId, params.mailId)
    })
    return toMail(mail)
  })

  serve(http, ENDPOINTS.getMailPreferences, ({ caller, params }) => getMailPreferences(db, caller.orgId, params.userId))
  serve(http, ENDPOINTS.setMailPreferences, ({ body, caller, params }) =>
    changeMailPreferences(db, caller.orgId, params.userId, body),
  )

  serve(http, ENDPOINTS.unsubscribe, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    const unsubscribing = readUnsubscribeCode(http.access.sealer, query.code)
    await refuseKind(await homeOf(unsubscribing.orgId), unsubscribing)
    return { message: 'You get no more mail of this kind' }
  })
}

const NO_SERVER = 'The operator of this service has named no mail server (ROLLCALL_SMTP_URL). Copy links instead.'
