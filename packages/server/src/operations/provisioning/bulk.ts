import type { Json } from '../../gate/scim/matches.ts'
import { scimError, scimErrorBody } from '../../gate/scim/scim-error.ts'
import { AppError } from '../../platform/errors.ts'
import { referencesOf, resolve } from './bulk-references.ts'
import type { GroupRow } from './group-rows.ts'
import { ConflictError, isRefused, type Request } from './user-changes.ts'
import { type UserRow, versionOf } from './user-rows.ts'
import type { Result } from './user-service.ts'

export const MAX_BULK_OPERATIONS = 1_000
export const MAX_BULK_BYTES = 8 * 1024 * 1024
const RESPONSE_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse'

interface BulkOperation extends Request {
  readonly kind: 'Users' | 'Groups'
  readonly bulkId: string | undefined
}

export type AnyResult = Result<UserRow | GroupRow>

/** Carries out calls about different users at once, and one about a group. */
export interface Workers {
  users(requests: readonly Request[]): Promise<AnyResult[]>
  group(request: Request): Promise<AnyResult>
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const PATH = /^\/(users|groups)(?:\/([^/]+))?\/?$/i
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** @throws AppError with scimType invalidSyntax */
const readOperation = (operation: unknown): BulkOperation => {
  if (!isObject(operation)) throw scimError('invalidSyntax', 'An operation must be an object.')
  const { method, path, bulkId, data, version } = operation
  const known = METHODS.find((each) => each === String(method).toUpperCase())
  const [, kind, id] = PATH.exec(String(path)) ?? []
  if (!known || !kind || (known === 'POST') !== (id === undefined))
    throw scimError('invalidSyntax', `${String(method).slice(0, 20)} ${String(path).slice(0, 200)} is no operation.`)
  return {
    kind: kind.toLowerCase() === 'users' ? 'Users' : 'Groups',
    method: known,
    id,
    body: data,
    bulkId: typeof bulkId === 'string' ? bulkId : undefined,
    ifMatch: typeof version === 'string' ? version : undefined,
  }
}

interface Pending {
  readonly index: number
  readonly operation: BulkOperation
  /** The operations that it refers to; those from `unknown` on may not have created anything yet. */
  readonly references: readonly string[]
  unknown: number
}

const toPending = (operation: BulkOperation, index: number): Pending => ({
  ...{ index, operation },
  references: [...referencesOf([operation.id, operation.body])],
  unknown: 0,
})

/** An operation without references. */
type Ready = Pick<Pending, 'index' | 'operation'>

/** What an operation on a user is about: two about the same one take effect one after the other. */
const subjectOf = ({ id, body }: BulkOperation): string => {
  if (id !== undefined) return id.toLowerCase()
  const name = isObject(body) ? Object.entries(body).find(([key]) => key.toLowerCase() === 'username')?.[1] : undefined
  return `name ${String(name).toLowerCase()}`
}

/**
 * Carries out the operations of a bulk call in their order, those about different users together. An operation that refers to one
 * that comes later waits for it (RFC 7644 §3.7).
 * @throws AppError body_too_large, or with scimType invalidSyntax
 */
export const runBulk = async (
  body: unknown,
  workers: Workers,
): Promise<{ results: AnyResult[]; response: (baseUrl: string) => Json }> => {
  const given = isObject(body) ? body.Operations : undefined
  if (!Array.isArray(given)) throw scimError('invalidSyntax', 'Operations must be a list.')
  if (given.length > MAX_BULK_OPERATIONS)
    throw new AppError('body_too_large', { detail: `A bulk call has at most ${MAX_BULK_OPERATIONS} operations.` })
  const failOnErrors = Number((body as Json).failOnErrors) || Number.POSITIVE_INFINITY
  const run = new BulkRun(workers, failOnErrors)
  const operations: BulkOperation[] = given.map(readOperation)
  await run.all(operations.map(toPending))
  const done = [...run.results].toSorted(([a], [b]) => a - b)
  return {
    results: done.map(([, result]) => result),
    response: (baseUrl) => ({
      schemas: [RESPONSE_SCHEMA],
      Operations: done.map(([index, result]) => toEntry(operations[index] as BulkOperation, result, baseUrl)),
    }),
  }
}

class BulkRun {
  readonly results = new Map<number, AnyResult>()
  readonly #workers: Workers
  readonly #failOnErrors: number
  readonly #ids = new Map<string, string>()
  #errors = 0

  constructor(workers: Workers, failOnErrors: number) {
    this.#workers = workers
    this.#failOnErrors = failOnErrors
  }

  async all(operations: readonly Pending[]): Promise<void> {
    let waiting = operations
    while (waiting.length > 0 && this.#errors < this.#failOnErrors) {
      const left = await this.#pass(waiting)
      if (left.length === waiting.length) {
        for (const { index } of left) this.#settle(index, undefined, unresolved())
        return
      }
      waiting = left
    }
  }

  /** Carries out what can be, and returns the operations that refer to something unknown. */
  async #pass(operations: readonly Pending[]): Promise<Pending[]> {
    const left: Pending[] = []
    let users: Ready[] = []
    const subjects = new Set<string>()
    const flush = async (): Promise<void> => {
      const batch = users
      users = []
      subjects.clear()
      const results = batch.length === 0 ? [] : await this.#workers.users(batch.map(({ operation }) => operation))
      for (const [at, { index, operation }] of batch.entries()) this.#settle(index, operation, results[at] as AnyResult)
    }
    for (const pending of operations) {
      const { index, operation } = pending
      if (this.#isWaiting(pending)) await flush()
      if (this.#errors >= this.#failOnErrors) break
      if (this.#isWaiting(pending)) {
        left.push(pending)
        continue
      }
      const [id, body] = resolve([operation.id, operation.body], this.#ids) as [string | undefined, unknown]
      const ready = { ...operation, id, body }
      if (operation.kind === 'Groups') {
        await flush()
        if (this.#errors >= this.#failOnErrors) break
        this.#settle(index, ready, await this.#workers.group(ready))
        continue
      }
      // A batch that has no more operations than errors are allowed never goes on for too long.
      const subject = subjectOf(ready)
      if (subjects.has(subject)) await flush()
      subjects.add(subject)
      users.push({ index, operation: ready })
      if (users.length >= this.#failOnErrors - this.#errors) await flush()
    }
    if (this.#errors < this.#failOnErrors) await flush()
    return left
  }

  /** What is known stays known, so each reference is looked up until then, and not in each pass. */
  #isWaiting(pending: Pending): boolean {
    const { references } = pending
    while (pending.unknown < references.length && this.#ids.has(references[pending.unknown] as string)) pending.unknown++
    return pending.unknown < references.length
  }

  #settle(index: number, operation: BulkOperation | undefined, result: AnyResult): void {
    this.results.set(index, result)
    if (isRefused(result)) this.#errors++
    else if (operation?.bulkId !== undefined) this.#ids.set(operation.bulkId, result.id)
  }
}

const unresolved = () => scimError('invalidValue', 'A bulkId refers to no operation of this call that created something.')

const STATUS = { created: '201', changed: '200', unchanged: '200', deleted: '204' } as const

const toEntry = ({ kind, method, bulkId, id }: BulkOperation, result: AnyResult, baseUrl: string): Json => {
  const own = { method, ...(bulkId === undefined ? {} : { bulkId }) }
  if (isRefused(result)) {
    const error = result instanceof ConflictError ? result.refusal : result
    const location = method === 'POST' ? {} : { location: `${baseUrl}/${kind}/${id}` }
    return { ...own, ...location, status: String(error.status), response: scimErrorBody(error) }
  }
  const version = result.row ? { version: versionOf(result.row) } : {}
  return { ...own, ...version, location: `${baseUrl}/${kind}/${result.id}`, status: STATUS[result.effect] }
}
