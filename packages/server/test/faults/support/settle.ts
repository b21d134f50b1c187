import { setTimeout as delay } from 'node:timers/promises'
import { bearer } from '../../../src/testing/test-service.ts'
import { findDiscrepancies } from './book.ts'
import { type LedgerOrganization, RANGE } from './organization.ts'
import type { Stage } from './stage.ts'
import { record } from './summary.ts'

type Counts = ReadonlyMap<string, number>

/** What a ledger needs of a stage. */
type Settled = Pick<Stage, 'senders' | 'organizations' | 'database'> & { readonly nodes: readonly { readonly baseUrl: string }[] }

const countsOf = (ids: readonly string[]): Counts => {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

export const takeToken = async (baseUrl: string, { key }: LedgerOrganization): Promise<string> => {
  const answer = await fetch(`${baseUrl}/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: key.id, client_secret: key.secret }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (!token) throw new Error(`No token: ${answer.status}`)
  return token
}

/** Asks for a refresh; the status of the answer. */
export const askForRefresh = async (baseUrl: string, organization: LedgerOrganization): Promise<number> => {
  const answer = await fetch(`${baseUrl}/api/refresh-runs`, {
    method: 'POST',
    headers: { ...bearer(await takeToken(baseUrl, organization)), 'content-type': 'application/json' },
    body: '{}',
  })
  await answer.text()
  return answer.status
}

/** Publishes, and waits for the nightly run where that is under way. */
export const publish = async (baseUrl: string, organization: LedgerOrganization): Promise<void> => {
  for (;;) {
    const status = await askForRefresh(baseUrl, organization)
    if (status === 201) return
    if (status !== 409) throw new Error(`The refresh was answered with ${status}`)
    await delay(200)
  }
}

const readPublished = async (baseUrl: string, organization: LedgerOrganization): Promise<string[]> => {
  const query = new URLSearchParams({ ...RANGE, format: 'ndjson' })
  const answer = await fetch(`${baseUrl}/v1/analytics/presence?${query}`, {
    headers: bearer(await takeToken(baseUrl, organization)),
  })
  if (answer.status !== 200) throw new Error(`The warehouse was answered with ${answer.status}`)
  const rows = (await answer.text()).split('\n').filter(Boolean)
  return rows.map((row) => (JSON.parse(row) as { eventId: string }).eventId)
}

/**
 * What became of everything: all that was sent until now is compared with what is stored and published, and recorded
 * as the ledger of this stage. Returns what is wrong.
 */
export const settle = async (stage: Settled, where: string): Promise<string[]> => {
  await stage.senders.stop()
  const wrong: string[] = []
  for (const organization of stage.organizations) {
    const readStored = async (table: string): Promise<Counts> => {
      const { rows } = await stage.database.pool.query<{ event_id: string }>(
        `select event_id from ${table} where org_id = $1 and utc_day between $2 and $3`,
        [organization.id, RANGE.startDate, RANGE.endDate],
      )
      return countsOf(rows.map((row) => row.event_id))
    }
    const baseUrls = stage.nodes.map(({ baseUrl }) => baseUrl)
    await publish(baseUrls[0] as string, organization)
    const presence = await readStored('presence_events')
    const stored = { presence, 'presence sent once': presence, occupancy: await readStored('occupancy_events') }
    const published = await Promise.all(baseUrls.map(async (baseUrl) => countsOf(await readPublished(baseUrl, organization))))
    const books = Object.entries(organization.books) as [keyof typeof stored, (typeof organization.books)['presence']][]
    const known = new Set(books.flatMap(([, { sent }]) => [...sent]))
    for (const id of [...stored.presence.keys(), ...stored.occupancy.keys()])
      if (!known.has(id)) wrong.push(`${id} was never sent`)
    for (const [kind, book] of books) {
      const of = (counts: Counts): Counts => new Map([...counts].filter(([id]) => book.sent.has(id)))
      const shown = kind === 'occupancy' ? [undefined] : published.map(of)
      const faults = shown.flatMap((counts) => findDiscrepancies(book, of(stored[kind]), counts))
      await record({
        book: `${where}: ${organization.name}, ${kind}`,
        ...{ sent: book.sent.size, acknowledged: book.acknowledged.size, stored: of(stored[kind]).size },
        unanswered: [...of(stored[kind]).keys()].filter((id) => !book.acknowledged.has(id)).length,
        ...{ published: shown[0]?.size, isExact: faults.length === 0 },
      })
      wrong.push(...faults.map((fault) => `${organization.name}, ${kind}: ${fault}`))
    }
  }
  return wrong
}
