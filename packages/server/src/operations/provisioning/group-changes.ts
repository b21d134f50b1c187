import { isExtension } from '../../gate/scim/attribute-path.ts'
import { impliedParts, matches } from '../../gate/scim/matches.ts'
import { normalizeResource, normalizeValue } from '../../gate/scim/normalize.ts'
import { type Operation, parseOperations } from '../../gate/scim/patch.ts'
import { GROUP } from '../../gate/scim/schema.ts'
import { scimError } from '../../gate/scim/scim-error.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import type { Member } from './group-rows.ts'
import type { Request } from './user-changes.ts'

const MAX_NAME = 200

/** What a call changes of a group. Only the members that change are named, because a group may have very many. */
export interface GroupChange {
  displayName?: string
  /** Null removes it; undefined keeps it. */
  externalId?: string | null
  /** Whether the members are only those that are added. */
  replacesMembers: boolean
  readonly added: Set<string>
  readonly removed: Set<string>
}

const readName = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') throw scimError('invalidValue', 'displayName is required.')
  if (value.length > MAX_NAME) throw scimError('invalidValue', `displayName has more than ${MAX_NAME} characters.`)
  return value
}

const readIds = (members: unknown): string[] =>
  ((members as { value?: string; type?: string }[] | undefined) ?? []).map(({ value, type }) => {
    if (type !== undefined && type.toLowerCase() !== 'user') throw scimError('invalidValue', 'Members of groups are users.')
    if (value === undefined || !isUuid(value)) throw scimError('invalidValue', 'A member is named by the id of a user.')
    return value.toLowerCase()
  })

/**
 * Reads what a call changes.
 * @param listMembers reads the stored members, which only unusual filters need
 * @throws AppError with a scimType
 */
export const readGroupChange = async (request: Request, listMembers: () => Promise<readonly Member[]>): Promise<GroupChange> => {
  if (request.method !== 'PATCH') {
    const { displayName, externalId, members } = normalizeResource(GROUP, request.body)
    return {
      displayName: readName(displayName),
      externalId: (externalId as string | undefined) ?? null,
      replacesMembers: true,
      added: new Set(readIds(members)),
      removed: new Set(),
    }
  }
  const change: GroupChange = { replacesMembers: false, added: new Set(), removed: new Set() }
  for (const operation of parseOperations(GROUP, request.body)) await addOperation(change, operation, listMembers)
  return change
}

const addOperation = async (
  change: GroupChange,
  { kind, target, value, isNamed }: Operation,
  listMembers: () => Promise<readonly Member[]>,
): Promise<void> => {
  if (isExtension(target)) return
  const { attribute, sub, filter } = target
  if (attribute.mutability === 'readOnly') {
    if (isNamed) throw scimError('mutability', `${attribute.name} cannot be changed.`)
    return
  }
  if (sub) throw scimError('mutability', 'A part of a member cannot be changed: members are added and removed as a whole.')
  if (attribute.name === 'displayName') {
    if (kind === 'remove') throw scimError('mutability', 'displayName is required.')
    change.displayName = readName(normalizeValue(attribute, value))
  } else if (attribute.name === 'externalId') {
    change.externalId = kind === 'remove' ? null : ((normalizeValue(attribute, value) as string | undefined) ?? null)
  } else if (filter) {
    const named = impliedParts(filter)?.value
    const ids =
      named === undefined
        ? (await listMembers()).filter((member) => matches(filter, { ...member })).map((member) => member.value)
        : [String(named).toLowerCase()].filter(isUuid)
    changeMembers(change, kind === 'remove' ? 'remove' : 'add', ids)
  } else {
    const ids = value === undefined || value === null ? undefined : readIds(normalizeValue(attribute, value))
    if (kind === 'replace' || ids === undefined) {
      change.replacesMembers = true
      change.added.clear()
      change.removed.clear()
    }
    changeMembers(change, kind === 'remove' ? 'remove' : 'add', ids ?? [])
  }
}

const changeMembers = ({ added, removed }: GroupChange, kind: 'add' | 'remove', ids: readonly string[]): void => {
  const [to, from] = kind === 'add' ? [added, removed] : [removed, added]
  for (const id of ids) {
    to.add(id)
    from.delete(id)
  }
}
