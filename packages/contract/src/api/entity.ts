import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { STATUSES } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import {
  date,
  id,
  integer,
  list as listOf,
  nullable,
  oneOf,
  optional,
  optionalUuidInput,
  text,
  named as titled,
  UUID_EXAMPLE,
} from '../schema/atoms.ts'
import { ALL_USERS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { MAX_CREATED_AT_ONCE } from './batch-limits.ts'

/** Fields shared by the bodies of all entities. */
export const newId = optionalUuidInput({
  description: 'Your own id, which makes a repeated call safe: if the id exists, the stored entity is returned unchanged.',
})
export const newStatus = optional(oneOf(STATUSES, { description: 'Whether it is in use; active when absent.' }))
export const changedStatus = Type.Optional(oneOf(STATUSES, { description: 'Whether it is in use. Nothing is deleted.' }))

/** Filters of lists. An unknown id matches nothing. */
export const idFilter = (description: string) => Type.Optional(text(100, { description, example: UUID_EXAMPLE }))
export const statusFilter = Type.Optional(oneOf(STATUSES, { description: 'Only entities with this status.' }))
export const searchFilter = (description: string, example: string) => Type.Optional(text(200, { description, example }))
export const nameSearch = (example: string) =>
  searchFilter('Prefix of the name, in any letter case, with or without accents.', example)

/** For a body that changes an entity: absent fields stay unchanged. */
export const MIN_CHANGES = { minProperties: 1 }

/** Maximum number of bookings listed in a preview. */
export const MAX_PREVIEWED_BOOKINGS = 200

const amount = (description: string) => integer({ minimum: 0 }, { description, example: 12 })

export const Deactivation = titled(
  'Deactivation',
  Type.Object({
    bookingCount: amount('Desk and parking bookings after today that would be canceled.'),
    userCount: amount('Distinct users of these bookings.'),
    bookings: listOf(
      Type.Object({
        userId: id({ description: 'The user of the booking.' }),
        userName: text(320, { description: 'Their user name.', example: 'ada.byron@example.com' }),
        firstName: nullable(text(200, { description: 'First name.', example: 'Ada' })),
        lastName: nullable(text(200, { description: 'Last name.', example: 'Byron' })),
        day: date({ description: 'The local calendar day.' }),
        nodeName: text(200, { description: 'The booked desk, bay, zone or building.', example: 'D-2-014' }),
      }),
      { maxItems: MAX_PREVIEWED_BOOKINGS },
      { description: `The first ${MAX_PREVIEWED_BOOKINGS}, ordered by day.` },
    ),
  }),
)
export type Deactivation = Static<typeof Deactivation>

/** The parts from which the operations of one kind of entity are built. */
interface Kind<P, E, L, Q, N, C> {
  /** In operation names: `Zone`. */
  readonly one: string
  /** In operation names: `Zones`. */
  readonly many: string
  /** In sentences. */
  readonly named: string
  /** In names of acts in the audit log. */
  readonly audited: 'location' | 'level' | 'zone' | 'place' | 'space' | 'bay'
  readonly path: string
  readonly params: P
  readonly entity: E
  readonly page: L
  readonly query: Q
  readonly creation: N
  readonly changes: C
  /** The order of lists, as a sentence. */
  readonly order: string
  readonly onUpdate: string
  readonly createErrors?: readonly ErrorCode[]
  readonly updateErrors?: readonly ErrorCode[]
}

/** List, get, create, create several and update one kind of place. Every user may read; workplace administrators may change. */
export const entityOperations = <
  P extends TObject,
  E extends TSchema,
  L extends TSchema,
  Q extends TObject,
  N extends TObject,
  C extends TObject,
>({
  one,
  many,
  named,
  audited,
  path,
  params,
  entity,
  page,
  query,
  creation,
  changes,
  order,
  onUpdate,
  createErrors = [],
  updateErrors = [],
}: Kind<P, E, L, Q, N, C>) => {
  const shared = { tag: 'places', roles: AUTOMATION } as const
  const onePath = `${path}/{${Object.keys(params.properties)[0]}}`
  return {
    list: endpoint({
      ...shared,
      operation: `list${many}`,
      method: 'GET',
      path,
      people: ALL_USERS,
      summary: `List ${named}s`,
      description: `${order} Filters with unknown values match nothing.`,
      query,
      response: page,
    }),
    get: endpoint({
      ...shared,
      operation: `get${one}`,
      method: 'GET',
      path: onePath,
      params,
      people: ALL_USERS,
      summary: `One ${named}`,
      description: `The current state of the ${named}.`,
      response: entity,
      errors: ['entity_not_found'],
    }),
    create: endpoint({
      ...shared,
      operation: `create${one}`,
      audit: `${audited}.create`,
      method: 'POST',
      path,
      people: WORKPLACE_ADMINISTRATORS,
      summary: `Add a ${named}`,
      description: 'If the id already exists, nothing changes and the stored entity is returned.',
      body: creation,
      response: entity,
      status: 201,
      errors: ['entity_not_found', 'name_taken', ...createErrors],
    }),
    createMany: endpoint({
      ...shared,
      operation: `create${many}`,
      audit: `${audited}.create`,
      method: 'POST',
      path: path.replace('/api/', '/api/batch/'),
      people: WORKPLACE_ADMINISTRATORS,
      summary: `Add several ${named}s`,
      description: `Up to ${MAX_CREATED_AT_ONCE} at once, all or none. If names are taken, \`errors\` points to each of them and nothing is added. For ids that already exist the stored entities are returned, so a call with ids can be repeated.`,
      body: titled(
        `New${many}`,
        Type.Object({
          items: listOf(
            creation,
            { minItems: 1, maxItems: MAX_CREATED_AT_ONCE },
            { description: `The ${named}s; give each an id to make a repeated call safe.` },
          ),
        }),
      ),
      response: titled(
        `${many}Added`,
        Type.Object({ items: listOf(entity, {}, { description: `The ${named}s, in the order of the call.` }) }),
      ),
      status: 201,
      errors: ['entity_not_found', 'name_taken', ...createErrors],
    }),
    previewDeactivation: endpoint({
      ...shared,
      operation: `preview${one}Deactivation`,
      method: 'GET',
      path: `${onePath}/deactivation`,
      params,
      people: WORKPLACE_ADMINISTRATORS,
      summary: `What setting a ${named} inactive would cancel`,
      description:
        'Computed by running the change and rolling it back, so it shows exactly what would happen now. Nothing is changed.',
      response: Deactivation,
      errors: ['entity_not_found'],
    }),
    update: endpoint({
      ...shared,
      operation: `update${one}`,
      audit: `${audited}.update`,
      method: 'PATCH',
      path: onePath,
      params,
      people: WORKPLACE_ADMINISTRATORS,
      summary: `Change a ${named}`,
      description: onUpdate,
      body: changes,
      response: entity,
      errors: ['entity_not_found', 'name_taken', ...updateErrors],
    }),
  }
}

/** The operations of any kind, for code that handles all kinds the same way. */
export type EntityOperations = ReturnType<typeof entityOperations<TObject, TSchema, TSchema, TObject, TObject, TObject>>
