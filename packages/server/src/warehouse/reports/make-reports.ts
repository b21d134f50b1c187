import type { ReportContent, ReportPage, ReportScope, Subscription } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Outbox } from '../../directory/mail/outbox.ts'
import { writePushes } from '../../directory/push/push-outbox.ts'
import { readClock } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { listViews } from '../views/view-store.ts'
import { dueAround, localDate } from './due-times.ts'
import { findRoles } from './report-store.ts'

const EVERY_MS = 60_000
/** Reports of one round; the next round makes the others. */
const BATCH = 50

/** What a page shows, as of a day. */
export interface Question {
  readonly page: ReportPage
  readonly search: string
  /** The local day for which it is asked. */
  readonly day: string
}

export interface Answer {
  readonly search: string
  readonly scope: string
  readonly scopeFacts: ReportScope
  readonly content: ReportContent
}

/** Reads the figures of a page. */
export type ReadAnswer = (db: Db, orgId: string, question: Question) => Promise<Answer>

interface Due extends Pick<Subscription, 'frequency' | 'day' | 'time' | 'byMail'> {
  readonly orgId: string
  readonly userId: string
  readonly viewId: string
  readonly timeZone: string
  readonly nextAt: Date
}

const listDue = async (db: Db, now: Date): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select s.org_id as "orgId", s.user_id as "userId", s.view_id as "viewId", s.frequency, s.day::integer, s.time_of_day as time,
      s.by_mail as "byMail", o.time_zone as "timeZone", s.next_at as "nextAt"
    from view_subscriptions s
    join organizations o on o.id = s.org_id
    where s.next_at <= ${now} and o.placement = 'here' and o.blocked_at is null
    order by s.next_at
    limit ${BATCH}`.execute(db)
  return rows
}

interface Parts {
  readonly outbox: Pick<Outbox, 'write'>
  readonly readAnswer: ReadAnswer
}

interface Options {
  /** The current time; the database's by default, set by tests. */
  readonly moment?: Date
  readonly signal?: AbortSignal
  /** Called when a report fails, which does not stop the others. By default the error is thrown. */
  readonly onError?: (error: unknown) => void
}

/**
 * Makes the reports that are due, and returns how many. Nodes may run it at the same time: a transaction writes the report, the mail
 * and the notification, and moves the subscription on, and only one finds it still due. A node that is killed leaves it due.
 */
export const makeDueReports = async (db: Db, parts: Parts, { moment, signal, onError }: Options = {}): Promise<number> => {
  const now = moment ?? (await readClock(db))
  let made = 0
  for (const due of await listDue(db, now)) {
    if (signal?.aborted) break
    try {
      if (await makeReport(db, parts, due, now)) made++
    } catch (error) {
      if (!onError) throw error
      onError(error)
    }
  }
  return made
}

/** What the page refuses as well, such as a period that is too long, has no report, and would have none if it were tried again. */
const unlessRefused = (error: unknown): undefined => {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  return undefined
}

/** Makes one report, if the person may still see the view and the page answers it: otherwise this time is left out. */
const makeReport = async (db: Db, { outbox, readAnswer }: Parts, due: Due, now: Date): Promise<boolean> => {
  const { orgId, userId, viewId, timeZone, nextAt, byMail } = due
  const { last, next } = dueAround(due, timeZone, nextAt, now)
  const day = localDate(last, timeZone)
  const view = await findView(db, due)
  const question = view && { page: view.page as ReportPage, search: view.search, day }
  const answer = question && (await readAnswer(db, orgId, question).catch(unlessRefused))
  return transact(db, async (trx) => {
    const { rows } = await sql`
      update view_subscriptions
      set next_at = ${next}
      where org_id = ${orgId} and user_id = ${userId} and view_id = ${viewId} and next_at = ${nextAt}
      returning 1`.execute(trx)
    // Rights may have ended while the figures were read.
    if (rows.length === 0 || !answer || !(await findView(trx, due))) return false
    const { rows: written } = await sql<{ id: string }>`
      insert into reports (org_id, user_id, view_id, due_on, name, page, search, scope, scope_facts, content)
      values (${orgId}, ${userId}, ${viewId}, ${day}, ${view.name}, ${view.page}, ${answer.search}, ${answer.scope},
        ${JSON.stringify(answer.scopeFacts)}::jsonb, ${JSON.stringify(answer.content)}::jsonb)
      on conflict (org_id, user_id, view_id, due_on) do nothing
      returning id`.execute(trx)
    const [report] = written
    if (!report) return false
    const details = { reportId: report.id, view: view.name }
    await writePushes(trx, orgId, 'report', [{ userId, topic: `report ${viewId}`, details }])
    if (byMail) await outbox.write(trx, orgId, { kind: 'report', userId, details: { reportId: report.id } })
    return true
  })
}

/** The view as the person sees it now; undefined for who may not. */
const findView = async (db: Db, { orgId, userId, viewId }: Due) => {
  const roles = await findRoles(db, orgId, userId)
  const [view] = roles ? await listViews(db, { orgId, userId, roles }, viewId) : []
  return view
}

/** Does so every minute. Disposing waits for the report in progress. */
export const startReports = (db: Db, parts: Parts, onError: (error: unknown) => void): AsyncDisposable => {
  const stopping = new AbortController()
  const timer = startPeriodic(EVERY_MS, () => makeDueReports(db, parts, { signal: stopping.signal, onError }), onError)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await timer[Symbol.asyncDispose]()
    },
  }
}
