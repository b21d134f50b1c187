import pg from 'pg'
import { AppError } from '../errors.ts'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: boolean | Error) => void) => void

/** The message of the error that `pg` throws when a caller has waited for the maximum time. */
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect'

/**
 * A pool with a limited number of waiting calls: further calls are refused at once and may be retried, and so are calls that
 * have waited too long.
 */
export class BoundedPool extends pg.Pool {
  readonly #maxWaiting: number
  readonly #onRefused: () => void

  constructor(config: pg.PoolConfig, maxWaiting: number, onRefused: () => void) {
    super(config)
    this.#maxWaiting = maxWaiting
    this.#onRefused = onRefused
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount < this.#maxWaiting) {
      if (!callback) return super.connect().catch((error) => Promise.reject(this.#noted(error)))
      super.connect((error, client, done) => callback(error && this.#noted(error), client, done))
      return undefined
    }
    this.#onRefused()
    const error = new AppError('unavailable', {
      detail: 'Too many calls wait for the database. Send the same call again after Retry-After.',
    })
    if (!callback) return Promise.reject(error)
    callback(error, undefined, () => {})
    return undefined
  }

  #noted(error: Error): Error {
    if (error.message === WAITED_TOO_LONG) this.#onRefused()
    return error
  }
}
