import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ProviderConflict } from '../../directory/providers/provider-conflicts.ts'
import type { Json } from '../../gate/scim/matches.ts'
import { normalizeResource } from '../../gate/scim/normalize.ts'
import { applyOperations, type Operation, parseOperations } from '../../gate/scim/patch.ts'
import { USER } from '../../gate/scim/schema.ts'
import { scimError } from '../../gate/scim/scim-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import { assertVersion } from './conditions.ts'
import type { Provider } from './provider.ts'
import { attributesOf, type NameHolder, selectNameHolders, selectUsersById, type UserRow } from './user-rows.ts'

/** A call, or one operation of a bulk call, that changes something. */
export interface Request {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly id?: string | undefined
  readonly body?: unknown
  readonly ifMatch?: string | undefined
}

/** What a call wants of a user, without a look at what is stored. */
interface Wanted {
  readonly request: Request
  readonly resource?: Json
  readonly operations?: readonly Operation[]
}

/** What becomes of a user. */
export interface UserChange {
  readonly id: string
  /** The stored user; undefined for a new one. */
  readonly before: UserRow | undefined
  /** The attributes before and after the change. */
  readonly stored: Json
  readonly next: Json
  readonly effect: 'created' | 'changed' | 'unchanged' | 'deleted'
}

/** A refusal that administrators should know about, because two sources want something different. */
export class ConflictError extends Error {
  readonly refusal: AppError
  readonly conflict: Omit<ProviderConflict, 'providerId'>

  constructor(refusal: AppError, conflict: Omit<ProviderConflict, 'providerId'>) {
    super(refusal.message)
    this.refusal = refusal
    this.conflict = conflict
  }
}

export type Planned = UserChange | AppError | ConflictError

const notFound = () => new AppError('entity_not_found', { detail: 'There is no such user.' })

/** Reads the body of a call. @throws AppError with a scimType */
export const readWanted = (request: Request): Wanted => {
  if (request.method === 'DELETE') return { request }
  if (request.method === 'PATCH') return { request, operations: parseOperations(USER, request.body) }
  return { request, resource: normalizeResource(USER, request.body) }
}

/** Runs it and returns what it throws for the caller. */
const attempt = <T>(work: () => T): T | AppError | ConflictError => {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError || error instanceof ConflictError) return error
    throw error
  }
}

export const isRefused = (result: unknown): result is AppError | ConflictError =>
  result instanceof AppError || result instanceof ConflictError

/**
 * Finds out what each call would change; nothing is written. The calls are about different users. It takes one statement, and another
 * one if names are new.
 * @throws AppError with scimType uniqueness when two calls are about one name, so that they must take effect one after the other
 */
export const planUsers = async (
  db: Db,
  provider: Provider,
  wanted: readonly (Wanted | AppError)[],
  withGroups = false,
): Promise<Planned[]> => {
  const ids = wanted.flatMap((each) => (isRefused(each) || !isUuid(each.request.id ?? '') ? [] : [each.request.id as string]))
  const rows = await selectUsersById(db, provider, ids, withGroups)
  const plans = wanted.map((each) => (isRefused(each) ? each : attempt(() => planUser(rows, each))))
  const names = plans.flatMap((plan) => (isRefused(plan) || !isNameNew(plan) ? [] : [plan.next.userName as string]))
  const holders = await selectNameHolders(db, provider, names)
  if (shareName(plans, holders)) throw scimError('uniqueness', 'Two operations are about the same userName.')
  return plans.map((plan) => (isRefused(plan) ? plan : attempt(() => withName(provider, plan, holders))))
}

/** Whether a call takes a name, in any letter case, that another one takes or gives up. */
const shareName = (plans: readonly Planned[], holders: ReadonlyMap<string, NameHolder>): boolean => {
  const changes = plans.filter((plan): plan is UserChange => !isRefused(plan))
  const renamed = changes.filter(isNameNew)
  const givers = new Set([...renamed, ...changes.filter(({ effect }) => effect === 'deleted')].map(({ id }) => id))
  const names = renamed.map(({ next }) => holders.get(next.userName as string)?.lowered)
  const isGivenUp = ({ id, next }: UserChange): boolean => {
    const owner = holders.get(next.userName as string)?.user?.id
    return owner !== undefined && owner !== id && givers.has(owner)
  }
  return new Set(names).size < names.length || renamed.some(isGivenUp)
}

const isNameNew = ({ before, next, effect }: UserChange): boolean =>
  effect !== 'deleted' && (before === undefined || before.userName !== next.userName)

const planUser = (rows: ReadonlyMap<string, UserRow>, { request, resource, operations }: Wanted): UserChange => {
  if (request.method === 'POST')
    return { id: randomUUID(), before: undefined, stored: {}, next: complete(resource as Json, true), effect: 'created' }
  const before = rows.get(request.id?.toLowerCase() ?? '')
  if (!before) throw notFound()
  assertVersion(request.ifMatch, before)
  const { id } = before
  const stored = attributesOf(before)
  if (request.method === 'DELETE') return { id, before, stored, next: { ...stored, active: false }, effect: 'deleted' }
  const next = complete(operations ? applyOperations(stored, operations) : (resource as Json), before.status === 'active')
  const isSame = before.providerId !== null && isDeepStrictEqual(next, stored)
  return { id, before, stored, next, effect: isSame ? 'unchanged' : 'changed' }
}

/** @throws AppError with scimType invalidValue */
const complete = (resource: Json, isActive: boolean): Json => {
  if (!resource.userName) throw scimError('invalidValue', 'userName is required.')
  return { ...resource, active: resource.active ?? isActive }
}

/** A user whom this provider deleted comes back with its history; any other one with this name keeps it. */
const withName = (provider: Provider, plan: UserChange, holders: ReadonlyMap<string, NameHolder>): UserChange => {
  if (!isNameNew(plan)) return plan
  const other = holders.get(plan.next.userName as string)?.user
  if (!other || other.id === plan.before?.id) return plan
  const isReturning = plan.effect === 'created' && other.isDeleted && other.providerId === provider.id
  if (isReturning) return { ...plan, id: other.id, before: other, stored: attributesOf(other) }
  const refusal = scimError('uniqueness', 'Another user has this userName.')
  if (other.providerId === null || other.providerId === provider.id) throw refusal
  throw new ConflictError(refusal, { subjectId: other.id, detail: 'Two providers send a user with this userName.' })
}
