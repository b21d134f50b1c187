import { MAX_STORED_ATTRIBUTES, RESULT_CODES, type UserAttributes, type UserAttributesResult } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { type OwnedUser, selectOwnedUsers } from '../providers/owned-users.ts'
import { type ProviderConflict, recordConflicts } from '../providers/provider-conflicts.ts'
import { applyMappings, MAX_GROUP_NAME } from './apply-mappings.ts'
import { assertStorableNames, isLonger, refusalOf } from './attribute-limits.ts'
import { type Patch, type StoredUser, savePatches, selectUnknownLocations, selectUsers } from './attribute-store.ts'
import { changeDirectory } from './change-directory.ts'
import { type AttributeMapping, listAttributeMappings } from './mapping-service.ts'

const UPDATED = 'Updated'

/**
 * Merges the attributes of one call into those of their users, in the order of the call, and updates groups, primary group and
 * primary location. It takes one transaction, and the number of statements does not depend on the number of users.
 * @throws AppError invalid_text when a name cannot be stored
 */
export const applyUserAttributes = (
  db: Db,
  consequences: DirectoryConsequences,
  orgId: string,
  items: readonly UserAttributes[],
): Promise<UserAttributesResult[]> => {
  assertStorableNames(items)
  return changeDirectory(db, orgId, async (trx) => {
    const users = await selectUsers(trx, orgId, [...new Set(items.map(({ userName }) => userName))])
    const mappings = await listAttributeMappings(trx, orgId)
    const messageFor = await createMessages(trx, orgId, items, mappings)
    const owned = await selectOwnedUsers(
      trx,
      orgId,
      [...users.values()].map(({ id }) => id),
    )
    const patches = new Map<string, Patch>()
    const conflicts: ProviderConflict[] = []
    const results = items.map((item) => {
      const user = users.get(item.userName)
      const yielded = yieldToProvider(user && owned.get(user.id), item, conflicts)
      return mergeItem(user, patches, yielded.item, (applied) => [messageFor(applied), ...yielded.explanations].join('; '))
    })
    await recordConflicts(trx, orgId, 'attributes', conflicts)
    await savePatches(trx, orgId, patches)
    await applyMappings(trx, consequences, orgId, [...patches.keys()])
    return results
  })
}

/** What a provider sends of a person stays as it is, and the message says so. */
const yieldToProvider = (
  owner: OwnedUser | undefined,
  item: UserAttributes,
  conflicts: ProviderConflict[],
): { item: UserAttributes; explanations: readonly string[] } => {
  if (!owner) return { item, explanations: [] }
  const { id, providerId, providerName, attributes: owned } = owner
  const entries = Object.entries(item.attributes)
  const differing = entries.filter(([name, value]) => Object.hasOwn(owned, name) && owned[name] !== value).map(([name]) => name)
  if (differing.length === 0) return { item, explanations: [] }
  conflicts.push({ providerId, subjectId: id, detail: `User attributes want other values: ${differing.join(', ')}.` })
  const attributes = Object.fromEntries(entries.filter(([name]) => !differing.includes(name)))
  const explanation = `${differing.join(', ')} stays as it was, because it comes from the provider ${providerName}`
  return { item: { ...item, attributes }, explanations: [explanation] }
}

type MessageFor = (item: UserAttributes) => string

const mergeItem = (
  user: StoredUser | undefined,
  patches: Map<string, Patch>,
  item: UserAttributes,
  messageFor: MessageFor,
): UserAttributesResult => {
  const { userName, attributes } = item
  if (!user) return { userName, resultCode: RESULT_CODES.userNotFound, message: 'User not found' }
  const refused = refusalOf(item) ?? merge(user, patches, Object.entries(attributes))
  if (refused !== undefined) return { userName, resultCode: RESULT_CODES.refused, message: refused }
  return { userName, resultCode: RESULT_CODES.accepted, message: messageFor(item) }
}

/** Adds the item to the pending changes of its user; an item that would create too many attributes is rejected as a whole. */
const merge = (
  { id, names }: StoredUser,
  patches: Map<string, Patch>,
  entries: readonly [string, string | null][],
): string | undefined => {
  const added = entries.filter(([name, value]) => value !== null && !names.has(name)).length
  const removed = entries.filter(([name, value]) => value === null && names.has(name)).length
  // A user who already has more attributes, from an import, may still change and remove them.
  if (added > removed && names.size + added - removed > MAX_STORED_ATTRIBUTES) {
    return `The user would have more than ${MAX_STORED_ATTRIBUTES} attributes`
  }
  const patch = patches.get(id) ?? new Map()
  patches.set(id, patch)
  for (const [name, value] of entries) {
    patch.set(name, value)
    if (value === null) names.delete(name)
    else names.add(name)
  }
  return undefined
}

/** Returns the message of each stored item, which explains why values without an effect have none. */
const createMessages = async (
  db: Db,
  orgId: string,
  items: readonly UserAttributes[],
  mappings: readonly AttributeMapping[],
): Promise<MessageFor> => {
  // `attributes[name]` would also find inherited properties of every object.
  const textOf = ({ attributes }: UserAttributes, name: string) => (Object.hasOwn(attributes, name) && attributes[name]) || ''
  const place = mappings.find(({ isPrimaryLocation }) => isPrimaryLocation)?.attribute
  const places = place === undefined ? [] : items.map((item) => textOf(item, place)).filter((value) => value !== '')
  const unknown = await selectUnknownLocations(db, orgId, [...new Set(places)])
  return (item) => {
    const explanations = mappings
      .filter(({ attribute, groupType }) => groupType !== null && isLonger(textOf(item, attribute), MAX_GROUP_NAME))
      .map(({ attribute }) => `${attribute} is longer than ${MAX_GROUP_NAME} characters and makes no group`)
    if (place !== undefined && unknown.has(textOf(item, place))) {
      explanations.push(`${place} names no location, so the primary location stays as it was`)
    }
    return [UPDATED, ...explanations].join('; ')
  }
}
