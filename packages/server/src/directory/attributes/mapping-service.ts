import { MAX_ATTRIBUTE_NAME, type MappingEffect } from '@rollcall/contract'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { isLonger } from './attribute-limits.ts'
import { applyToAll } from './mapping-effect.ts'
import { dissolveReportingLines, MANAGER } from './nest-reporting-lines.ts'

/** The meaning of an attribute: each value is a group of this type, the primary group, or the primary location. */
export interface AttributeMapping {
  readonly attribute: string
  readonly groupType: string | null
  readonly isPrimaryGroup: boolean
  readonly isPrimaryLocation: boolean
}

export const listAttributeMappings = (db: Db, orgId: string): Promise<AttributeMapping[]> =>
  db
    .selectFrom('attribute_mappings')
    .select(['attribute', 'group_type as groupType'])
    .select(['is_primary_group as isPrimaryGroup', 'is_primary_location as isPrimaryLocation'])
    .where('org_id', '=', orgId)
    .orderBy('attribute')
    .execute()

interface MappingOptions {
  /** With a dry run, the result says what would change, and nothing changes. */
  readonly dryRun?: boolean
}

/**
 * Gives an attribute a meaning, in place of its former one, and applies it to all users at once.
 * @throws AppError invalid_request; conflict when another attribute determines the primary group or location already
 */
export const mapAttribute = async (
  db: Db,
  consequences: DirectoryConsequences,
  orgId: string,
  mapping: AttributeMapping,
  { dryRun = false }: MappingOptions = {},
): Promise<MappingEffect> => {
  assertMapping(mapping)
  return applyToAll(db, consequences, orgId, mapping, dryRun, async (trx) => {
    const stored = await listAttributeMappings(trx, orgId)
    assertSinglePrimaries(mapping, stored)
    await assertNotProvisioned(trx, orgId, mapping)
    const meaning = {
      group_type: mapping.groupType,
      is_primary_group: mapping.isPrimaryGroup,
      is_primary_location: mapping.isPrimaryLocation,
    }
    await trx
      .insertInto('attribute_mappings')
      .values({ org_id: orgId, attribute: mapping.attribute, ...meaning })
      .onConflict((conflict) => conflict.columns(['org_id', 'attribute']).doUpdateSet({ ...meaning, updated_at: new Date() }))
      .execute()
    await leaveReportingLines(trx, orgId, mapping, stored)
    await recordMapping(trx, orgId, mapping.attribute, stored, mapping)
  })
}

/**
 * Removes the meaning of an attribute and its effects on all users. Its values stay stored.
 * @throws AppError entity_not_found
 */
export const unmapAttribute = (
  db: Db,
  consequences: DirectoryConsequences,
  orgId: string,
  attribute: string,
  { dryRun = false }: MappingOptions = {},
): Promise<MappingEffect> =>
  applyToAll(db, consequences, orgId, { attribute, groupType: null }, dryRun, async (trx) => {
    const stored = await listAttributeMappings(trx, orgId)
    const { numDeletedRows } = await trx
      .deleteFrom('attribute_mappings')
      .where('org_id', '=', orgId)
      .where('attribute', '=', attribute)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('entity_not_found', { detail: `The attribute ${attribute} is not mapped.` })
    await leaveReportingLines(trx, orgId, { attribute, groupType: null }, stored)
    await recordMapping(trx, orgId, attribute, stored, null)
  })

/** If the attribute of managers gets another group type, or none, the groups of the former type are no longer reporting lines. */
const leaveReportingLines = async (
  trx: Db,
  orgId: string,
  { attribute, groupType }: Pick<AttributeMapping, 'attribute' | 'groupType'>,
  stored: readonly AttributeMapping[],
): Promise<void> => {
  if (attribute !== MANAGER) return
  const former = stored.find((mapping) => mapping.attribute === MANAGER)?.groupType
  if (former && former !== groupType) await dissolveReportingLines(trx, orgId, former)
}

const recordMapping = (
  trx: Db,
  orgId: string,
  attribute: string,
  stored: readonly AttributeMapping[],
  after: AttributeMapping | null,
): Promise<void> => {
  const before = stored.find((mapping) => mapping.attribute === attribute) ?? null
  return recordChange(trx, orgId, { entity: { type: 'attribute', id: attribute, name: attribute }, before, after })
}

const assertMapping = ({ attribute, groupType, isPrimaryGroup, isPrimaryLocation }: AttributeMapping): void => {
  const refuse = (detail: string) => {
    throw new AppError('invalid_request', { detail })
  }
  for (const name of [attribute, groupType ?? 'none']) {
    if (name !== '' && !isLonger(name, MAX_ATTRIBUTE_NAME)) continue
    refuse(`Names of attributes and group types have 1 to ${MAX_ATTRIBUTE_NAME} characters.`)
  }
  if (groupType === null && isPrimaryGroup) refuse('Name the group type of the primary group.')
  if (groupType === null && !isPrimaryLocation) {
    refuse('Say what the attribute means: a group type, the primary location, or both.')
  }
}

/** Refuses a second attribute for the primary group or location: one misspelled command could otherwise change every user. */
const assertSinglePrimaries = (mapping: AttributeMapping, stored: readonly AttributeMapping[]): void => {
  const others = stored.filter(({ attribute }) => attribute !== mapping.attribute)
  const group = mapping.isPrimaryGroup && others.find(({ isPrimaryGroup }) => isPrimaryGroup)
  const place = mapping.isPrimaryLocation && others.find(({ isPrimaryLocation }) => isPrimaryLocation)
  const [taken, what] = group ? [group, 'primary group'] : [place, 'primary location']
  if (!taken) return
  throw new AppError('conflict', {
    detail: `The attribute ${taken.attribute} already sets the ${what}. Map it differently or unmap it first.`,
  })
}

/** Attributes and a provider would fight over the members of groups of one type. */
const assertNotProvisioned = async (trx: Db, orgId: string, { groupType }: AttributeMapping): Promise<void> => {
  if (groupType === null) return
  const provider = await trx
    .selectFrom('provisioning_providers as p')
    .innerJoin('provisioned_groups as g', (join) => join.onRef('g.org_id', '=', 'p.org_id').onRef('g.provider_id', '=', 'p.id'))
    .select('p.name')
    .where('p.org_id', '=', orgId)
    .where('p.group_type', '=', groupType)
    .executeTakeFirst()
  if (!provider) return
  throw new AppError('conflict', {
    detail: `The provider ${provider.name} sends groups of the type ${groupType}. Choose another type here, or for the provider.`,
  })
}
