import { randomUUID } from 'node:crypto'
import { inTurns, mapInTurns } from '../../platform/jobs/in-turns.ts'
import { derivedId } from '../../platform/sql/derived-id.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import type { ValidationErrors } from './import-errors.ts'

/** A stored row of the organization. `parent` scopes the name: a node's id, a group's type, or ''. */
export interface Stored {
  readonly id: string
  readonly parent: string
  readonly name: string
  readonly status: string
  /** Marks an erased user, which cannot come back (domain §11). */
  readonly isErased?: boolean
}

/** An entity that the file names. */
export interface Claim {
  readonly pointer: string
  readonly givenId: string | undefined
  readonly parent: string
  readonly name: string
  readonly status: string | undefined
  /** Names from the outermost parent to the entity, from which a derived id is made. */
  readonly path: readonly string[]
}

/** One kind of entity as known from the database and the file. */
export interface Register<S extends Stored = Stored> {
  readonly kind: string
  /** The property that holds the name, for pointers. */
  readonly nameField: string
  readonly stored: ReadonlyMap<string, S>
  readonly storedByName: ReadonlyMap<string, S>
  readonly claims: Map<string, Claim>
  readonly claimedByName: Map<string, string>
}

const nameKey = (parent: string, name: string) => `${parent}\0${name}`

export const createRegister = <S extends Stored>(kind: string, rows: readonly S[], nameField = 'name'): Register<S> => ({
  kind,
  nameField,
  stored: new Map(rows.map((row) => [row.id, row])),
  storedByName: new Map(rows.map((row) => [nameKey(row.parent, row.name), row])),
  claims: new Map(),
  claimedByName: new Map(),
})

/** Returns the given id; else the id of the stored entity of this name; else a derived one. */
const chooseId = (orgId: string, register: Register, claim: Claim): string => {
  if (claim.givenId !== undefined) return claim.givenId.toLowerCase()
  const stored = register.storedByName.get(nameKey(claim.parent, claim.name))
  // An entity that the file renames by its id releases its old name.
  if (stored && !isRenamed(register, stored)) return stored.id
  const derived = derivedId(orgId, [register.kind, ...claim.path])
  // The id belongs to an entity that once had this name: any id is fine, because the next import finds the entity by name.
  return register.stored.has(derived) || register.claims.has(derived) ? randomUUID() : derived
}

const isRenamed = (register: Register, stored: Stored): boolean => {
  const claim = register.claims.get(stored.id)
  return claim !== undefined && nameKey(claim.parent, claim.name) !== nameKey(stored.parent, stored.name)
}

const claimOne = (orgId: string, register: Register, claim: Claim, errors: ValidationErrors): string => {
  const { kind, claims, claimedByName, stored } = register
  const id = chooseId(orgId, register, claim)
  const key = nameKey(claim.parent, claim.name)
  if (claims.has(id) && claim.givenId !== undefined) {
    errors.add(`${claim.pointer}/id`, 'duplicate_id', `is the id of another ${kind} of this file`)
    return setAside(register, claim)
  }
  if (claimedByName.has(key)) {
    const text = `is the name of another ${kind} of this file`
    errors.add(`${claim.pointer}/${register.nameField}`, 'duplicate_name', text)
    return setAside(register, claim)
  }
  const before = stored.get(id)
  if (before && before.parent !== claim.parent && kind !== 'group' && kind !== 'place') {
    const text = `is the id of a ${kind} elsewhere, and a ${kind} cannot move; make that one inactive and leave out the id`
    errors.add(`${claim.pointer}/id`, 'parent_changed', text)
  }
  claims.set(id, claim)
  claimedByName.set(key, id)
  return id
}

/** An id for the rest of the check, so that what is below a duplicate is not reported as duplicate as well. */
const setAside = (register: Register, claim: Claim): string => {
  const id = randomUUID()
  register.claims.set(id, claim)
  return id
}

/** Assigns each entity of the file its id, in order, and reports ids and names that conflict. */
export const claimAll = async (
  orgId: string,
  register: Register,
  claims: readonly Claim[],
  errors: ValidationErrors,
): Promise<string[]> => {
  const ids = new Map<Claim, string>()
  // Given ids first: whether a stored name is still in use depends on them.
  for (const given of [true, false]) {
    for await (const chunk of inTurns(claims.filter(({ givenId }) => (givenId !== undefined) === given))) {
      for (const claim of chunk) ids.set(claim, claimOne(orgId, register, claim, errors))
    }
  }
  return mapInTurns(claims, (claim) => {
    const id = ids.get(claim) as string
    const stored = register.storedByName.get(nameKey(claim.parent, claim.name))
    if (stored && stored.id !== id && !isRenamed(register, stored) && !register.claims.has(stored.id)) {
      const text = `is the name of the stored ${register.kind} ${stored.id}; leave out the id, or give that one`
      errors.add(`${claim.pointer}/${register.nameField}`, 'name_taken', text)
    }
    return id
  })
}

/** Stored rows whose name the file gives to another entity: they must release it first. */
export const contestedIds = (register: Register): string[] =>
  [...register.claimedByName].flatMap(([key, id]) => {
    const stored = register.storedByName.get(key)
    return stored && stored.id !== id ? [stored.id] : []
  })

/** The entity with this id, or with this name within the parent, as it will be after the import. */
export const findEntity = (register: Register, ref: string, parent = ''): string | undefined => {
  const id = ref.toLowerCase()
  if (isUuid(ref) && (register.claims.has(id) || register.stored.has(id))) return id
  const key = nameKey(parent, ref)
  const claimed = register.claimedByName.get(key)
  if (claimed !== undefined) return claimed
  const stored = register.storedByName.get(key)
  return stored && !isRenamed(register, stored) ? stored.id : undefined
}

export const parentOf = (register: Register, id: string): string | undefined =>
  register.claims.get(id)?.parent ?? register.stored.get(id)?.parent

export const statusOf = (register: Register, id: string): string =>
  register.claims.get(id)?.status ?? register.stored.get(id)?.status ?? 'active'
