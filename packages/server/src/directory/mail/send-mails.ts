import { MAIL_KINDS, type MailKind, type Report } from '@rollcall/contract'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBeingMoved } from '../../platform/errors.ts'
import { byWorkers } from '../../platform/jobs/by-workers.ts'
import { startWoken } from '../../platform/jobs/woken.ts'
import type { MailServer, Message } from '../../platform/mail/mail-server.ts'
import type { MailConfig } from '../../platform/mail-config.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import { composeMail } from './compose.ts'
import { type ClaimedMail, claimMails, type Ending, endAttempt, releaseMail } from './mail-store.ts'
import { MAIL_CHANNEL } from './outbox.ts'
import { unsubscribeCode } from './unsubscribe-code.ts'

export interface MailTiming {
  /** How often a node looks for mail that is due again; new mail is announced. */
  readonly everyMs: number
  /** How long a node has a mail for itself. After a crash another one sends it from then on. */
  readonly claimMs: number
  /** How long one attempt may take. A batch of them takes less than a claim. */
  readonly attemptMs: number
  /** The delays after the first failures; the last one is repeated. */
  readonly backoffMs: readonly number[]
}

const MINUTE_MS = 60_000
const TIMING: MailTiming = {
  everyMs: 30_000,
  claimMs: 5 * MINUTE_MS,
  attemptMs: MINUTE_MS,
  backoffMs: [1, 2, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS),
}
/** Connections to the mail server at a time, and mail that a node takes at once. */
const WORKERS = 4
const BATCH = 12
/** How long a node that stops waits for the mail server. */
const STOP_MS = 10_000

export interface MailParts {
  readonly db: Db
  readonly server: MailServer
  readonly config: Pick<MailConfig, 'sender' | 'publicUrl'>
  readonly sealer: Pick<Sealer, 'seal'>
  readonly telemetry: Pick<Telemetry, 'mailAttempted' | 'backgroundFailed'>
  /** Makes the link of a mail that brings one, for this attempt. Returns undefined if the person can no longer use one. */
  makeLink(db: Db, mail: Pick<ClaimedMail, 'orgId' | 'userId'>): Promise<string | undefined>
  /** Reads the report of a mail that brings one. Returns undefined if the person may no longer see it. */
  readReport(db: Db, mail: Pick<ClaimedMail, 'orgId' | 'userId' | 'details'>): Promise<Report | undefined>
  readonly timing?: Partial<MailTiming> | undefined
  /** Cuts attempts in progress off; a mail that is cut off may be sent again. */
  readonly cut?: AbortSignal
}

const WITH_LINK: ReadonlySet<MailKind> = new Set<MailKind>(['invitation', 'password-reset'])

type Outcome = Parameters<Telemetry['mailAttempted']>[1]['outcome']

/** Why a mail is not sent at all. */
const reasonToDrop = ({ isActive, email, kind, refusedKinds, details: { until } }: ClaimedMail): string | undefined => {
  if (!isActive) return 'The user is inactive.'
  if (!email) return 'The user has no e-mail address.'
  if (!MAIL_KINDS[kind].isNecessary && refusedKinds.includes(kind)) return 'The user has unsubscribed from this kind.'
  if (until !== undefined && Date.parse(until) <= Date.now()) return 'The time that it announces is over.'
  return undefined
}

/**
 * Sends mail that is due, on every node, each mail by one of them: at once when it is written, and again at intervals. A node that is
 * killed between sending and noting it leaves a mail that is sent a second time, with the same Message-ID. Disposing waits for the
 * attempts in progress.
 */
export const startMails = (parts: MailParts, listener: Listener): Promise<AsyncDisposable> =>
  startWoken(listener, {
    channel: MAIL_CHANNEL,
    everyMs: { ...TIMING, ...parts.timing }.everyMs,
    stopMs: STOP_MS,
    run: (cut, stopping) => sendDueMails({ ...parts, cut }, stopping),
    onError: (error) => parts.telemetry.backgroundFailed('mail', error),
  })

/** The organization has left for another cell meanwhile, which sends the mail again when the claim ends: nothing can be noted here. */
const ignoreMove = (error: unknown): undefined => {
  if (!isBeingMoved(error)) throw error
  return undefined
}

/** Sends a batch of mail that is due. Returns how many were tried; 0 also if the server takes none. */
export const sendDueMails = async (parts: MailParts, signal?: AbortSignal): Promise<number> => {
  const { db, timing } = parts
  const { claimMs, backoffMs } = { ...TIMING, ...timing }
  const claimed = await claimMails(db, BATCH, claimMs)
  let away: string | undefined
  let tried = 0
  await byWorkers(claimed, Array(WORKERS).fill(undefined), async (mail) => {
    if (away !== undefined || signal?.aborted) {
      const inMs = away === undefined ? 0 : (backoffMs[0] ?? 0)
      await releaseMail(db, mail, inMs, away ?? 'The node that was to send it stopped.').catch(ignoreMove)
      return
    }
    tried++
    away = (await tryMail(parts, mail).catch(ignoreMove)) ?? away
  })
  return away === undefined ? tried : 0
}

/** What a mail becomes: a message to this address, or the reason why it is not sent, now or ever. */
type Made = { readonly message: Message; readonly address: string } | { readonly dropped: string } | { readonly defect: unknown }

/** Writes the mail, with a link of its own where it brings one. A mail that cannot be written must not stop others. */
const makeMessage = async ({ db, config, sealer, makeLink, readReport }: MailParts, mail: ClaimedMail): Promise<Made> => {
  const { orgId, userId, kind, email } = mail
  const dropped = reasonToDrop(mail)
  if (dropped !== undefined || !email) return { dropped: dropped ?? '' }
  try {
    const link = WITH_LINK.has(kind) ? await makeLink(db, mail) : ''
    if (link === undefined) return { dropped: 'The user has no account, or may sign in only with an identity provider.' }
    const report = kind === 'report' ? await readReport(db, mail) : undefined
    if (kind === 'report' && !report) return { dropped: 'The report is gone, or the roles of the user no longer open its page.' }
    const codeOf = (refused: MailKind) => unsubscribeCode(sealer, { orgId, userId, kind: refused })
    return { message: composeMail(mail, email, config, { report, link, unsubscribeCode: codeOf }), address: email }
  } catch (defect) {
    if (isBeingMoved(defect)) throw defect
    return { defect }
  }
}

/** Makes one attempt and notes what became of it. Returns what the server said, if it takes no mail at all. */
const tryMail = async (parts: MailParts, mail: ClaimedMail): Promise<string | undefined> => {
  const { db, server, cut, telemetry } = parts
  const { attemptMs, backoffMs } = { ...TIMING, ...parts.timing }
  const { orgId, id, kind, attempts, isLast } = mail
  const end = async (outcome: Outcome, ending: Ending, reason?: string): Promise<void> => {
    await endAttempt(db, mail, ending)
    telemetry.mailAttempted(orgId, { id, kind, outcome, attempts, ...(reason !== undefined && { reason }) })
  }

  const made = await makeMessage(parts, mail)
  if ('dropped' in made) {
    await end('dropped', { status: 'failed', address: null, result: made.dropped, inMs: 0 })
    return undefined
  }
  const inMs = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? 0
  if ('defect' in made) {
    telemetry.backgroundFailed('mail', made.defect)
    const result = 'The service failed to write it: see its log.'
    await end('postponed', { status: isLast ? 'failed' : 'waiting', address: null, result, inMs })
    return undefined
  }
  const { message, address } = made
  const timeout = AbortSignal.timeout(attemptMs)
  const { outcome, result } = await server.send(message, cut ? AbortSignal.any([timeout, cut]) : timeout)
  if (outcome === 'sent' || outcome === 'refused') {
    await end(outcome, { status: outcome === 'sent' ? 'sent' : 'failed', address, result, inMs })
    return undefined
  }
  if (isLast) await end('given up', { status: 'failed', address, result: `Given up. The last attempt: ${result}`, inMs })
  else
    await end(
      outcome,
      { status: 'waiting', address, result, inMs },
      outcome === 'away' ? withoutAddress(result, address) : undefined,
    )
  return outcome === 'away' ? result : undefined
}

/** The log has no personal data. */
const withoutAddress = (text: string, address: string): string => text.replaceAll(address, '(address)')
