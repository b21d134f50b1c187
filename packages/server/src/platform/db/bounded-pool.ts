import pg from 'pg'
import { AppError } from '../errors.ts'
import { createFairLending, type FairLending, type Loan, type Waiter } from '../fairness/fair-lending.ts'
import type { Fairness } from '../fairness/fairness.ts'
import { currentOwner, type ShareOwner } from '../fairness/work-owner.ts'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: boolean | Error) => void) => void

/** The message of the error that `pg` throws when a caller has waited for the maximum time. */
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect'

export interface Bounds extends Fairness {
  /** The maximum number of calls that wait for a connection, and how long. */
  readonly maxWaiting: number
  readonly waitMs: number
  /** Called when a call may not wait, or has waited too long. */
  readonly onRefused: () => void
}

const tooMany = (): AppError =>
  new AppError('unavailable', { detail: 'Too many calls wait for the database. Send the same call again after Retry-After.' })

/**
 * A pool that lends its connections fairly between organizations, and lets a limited number of calls wait: further calls are refused
 * at once and may be retried, and so are calls that have waited too long. `pg` itself never has to queue a call.
 */
export class BoundedPool extends pg.Pool {
  readonly #bounds: Bounds
  readonly #lending: FairLending
  readonly #loans = new WeakMap<pg.PoolClient, Loan>()

  constructor(config: pg.PoolConfig & { max: number }, bounds: Bounds) {
    super(config)
    this.#bounds = bounds
    this.#lending = createFairLending({ ...bounds, size: config.max })
    Object.defineProperty(this, 'waitingCount', { get: this.#lending.waitingCount })
    // `pg` marks the connection as idle right after this event, and then hands it to the call that was just started.
    this.on('release', (_error, client) => this.#loans.get(client)?.end())
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (callback) {
      this.#connect(callback)
      return undefined
    }
    return new Promise((resolve, reject) => {
      this.#connect((error, client) => (client ? resolve(client) : reject(error)))
    })
  }

  #connect(callback: Callback): void {
    const owner = currentOwner()
    const loan = this.#lending.borrow(owner)
    if (loan) this.#open(loan, callback)
    else this.#wait(owner, callback)
  }

  /**
   * Lends a connection only if that leaves half of them to others and no other organization is active, to work that can be done
   * without it. It never waits for one, so a caller that already has one may ask.
   */
  connectIfFree(): Promise<pg.PoolClient> | undefined {
    const owner = currentOwner()
    const inUse = this.totalCount - this.idleCount
    if ((inUse + 1) * 2 > this.options.max || this.#bounds.neighbors.hasOthers(owner.orgId)) return undefined
    const loan = this.#lending.borrow(owner)
    if (!loan) return undefined
    return new Promise((resolve, reject) => {
      this.#open(loan, (error, client) => (client ? resolve(client) : reject(error)))
    })
  }

  #wait(owner: ShareOwner, callback: Callback): void {
    const refuse = (error: Error): void => {
      this.#bounds.onRefused()
      callback(error, undefined, () => {})
    }
    const timer = setTimeout(() => {
      this.#lending.leave(waiter)
      refuse(new Error(WAITED_TOO_LONG))
    }, this.#bounds.waitMs)
    const waiter: Waiter = {
      owner,
      start: (lent) => {
        clearTimeout(timer)
        this.#open(lent, callback)
      },
      refuse: () => {
        clearTimeout(timer)
        refuse(tooMany())
      },
    }
    if (this.#lending.wait(waiter)) return
    clearTimeout(timer)
    refuse(tooMany())
  }

  #open(loan: Loan, callback: Callback): void {
    super.connect((error, client, done) => {
      if (client) this.#loans.set(client, loan)
      else loan.end()
      callback(error, client, done)
    })
  }
}
