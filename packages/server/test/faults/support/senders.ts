import { setTimeout as delay } from 'node:timers/promises'
import type { Book } from './book.ts'
import type { Kind, LedgerOrganization } from './organization.ts'
import { type Batch, type Outcome, submit } from './submitting.ts'

/** The number of calls out of ten that are never repeated. */
const SENT_ONCE = 0.15
const OCCUPANCY = 0.2
/** The pause of a sender between two calls, and before it repeats one. */
const PAUSE_MS = 120
const REPEAT_MS = 250
/** Most badge systems send one event at a time, some collect them. */
const SIZES = [1, 1, 1, 2, 8, 40, 150]

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

interface SendersOptions {
  readonly organizations: readonly LedgerOrganization[]
  /** Each call goes to any of these nodes. */
  readonly baseUrls: readonly string[]
  readonly count: number
}

/** Several senders at once, that send as long as they are not stopped. */
export class Senders {
  readonly #options: SendersOptions
  readonly #done: Promise<unknown>
  readonly #onOutcome = new Set<(outcome: Outcome) => void>()
  #isStopping = false
  #hasGivenUp = false
  #made = 0

  constructor(options: SendersOptions) {
    this.#options = options
    this.#done = Promise.all(Array.from({ length: options.count }, (_, index) => this.#send(`source-${index}`)))
  }

  /** Calls back on every call until the result is called. */
  watch(callback: (outcome: Outcome) => void): () => void {
    this.#onOutcome.add(callback)
    return () => this.#onOutcome.delete(callback)
  }

  /** Waits until every repeated call is acknowledged. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#done
  }

  /** Ends at once, whatever is not acknowledged. */
  async giveUp(): Promise<void> {
    this.#hasGivenUp = true
    await this.stop()
  }

  /** One event, which goes into the books as all others do, to this node until it takes it. */
  async probe(baseUrl: string): Promise<void> {
    const organization = any(this.#options.organizations)
    await this.#repeat(this.#batch(organization, 'presence', 'probe', 1), organization.books.presence, () => baseUrl, 50)
  }

  /** So many at once that have one event each, and do not repeat it. */
  async flood(count: number): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const organization = any(this.#options.organizations)
        const batch = this.#batch(organization, 'presence', 'flood', 1)
        organization.books['presence sent once'].sentOnce.push([...batch.ids])
        await this.#try(batch, organization.books['presence sent once'], any(this.#options.baseUrls))
      }),
    )
  }

  async #send(sourceId: string): Promise<void> {
    while (!this.#isStopping) {
      const organization = any(this.#options.organizations)
      const kind: Kind = Math.random() < OCCUPANCY ? 'occupancy' : 'presence'
      const batch = this.#batch(organization, kind, sourceId, any(SIZES))
      if (kind === 'presence' && Math.random() < SENT_ONCE) {
        const book = organization.books['presence sent once']
        book.sentOnce.push([...batch.ids])
        await this.#try(batch, book, any(this.#options.baseUrls))
      } else await this.#repeat(batch, organization.books[kind], () => any(this.#options.baseUrls), REPEAT_MS)
      await delay(PAUSE_MS * (0.5 + Math.random()))
    }
  }

  #batch(organization: LedgerOrganization, kind: Kind, sourceId: string, size: number): Batch {
    const number = this.#made
    this.#made += size
    return { organization, kind, sourceId, number, ids: Array.from({ length: size }, (_, index) => `e-${number + index}`) }
  }

  async #repeat(batch: Batch, book: Book, choose: () => string, pauseMs: number): Promise<void> {
    while (!(await this.#try(batch, book, choose())) && !this.#hasGivenUp) await delay(pauseMs)
  }

  async #try(batch: Batch, book: Book, baseUrl: string): Promise<boolean> {
    for (const id of batch.ids) book.sent.add(id)
    const outcome = await submit(baseUrl, batch)
    for (const id of outcome.acknowledged) book.acknowledged.add(id)
    for (const callback of this.#onOutcome) callback(outcome)
    return outcome.what === '200'
  }
}
