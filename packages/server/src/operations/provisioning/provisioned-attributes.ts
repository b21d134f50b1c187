import type { Json } from '../../gate/scim/matches.ts'
import { ENTERPRISE_URN } from '../../gate/scim/schema.ts'

/** The attributes of a user that a provider sets, which attribute mappings can make groups of. */
export const PROVISIONED_ATTRIBUTES = [
  'employeeNumber',
  'costCenter',
  'organization',
  'division',
  'department',
  'manager',
] as const

const enterpriseOf = (resource: Json): Json => (resource[ENTERPRISE_URN] as Json | undefined) ?? {}

/** Returns the id of the manager, as the provider sent it. */
export const managerOf = (resource: Json): string | undefined =>
  (enterpriseOf(resource).manager as { value?: string } | undefined)?.value

/** Returns the attributes that the provider changes; null for those that it sends no longer. */
export const attributePatch = (
  stored: Json,
  next: Json,
  managers: ReadonlyMap<string, string>,
): Record<string, string | null> => {
  const patch: Record<string, string | null> = {}
  for (const name of PROVISIONED_ATTRIBUTES) {
    const [before, after] = [partOf(stored, name), partOf(next, name)]
    if (before === after) continue
    patch[name] = (name === 'manager' ? managers.get(after ?? '') : after) ?? null
  }
  return patch
}

const partOf = (resource: Json, name: string): string | undefined =>
  name === 'manager' ? managerOf(resource) : (enterpriseOf(resource)[name] as string | undefined)
