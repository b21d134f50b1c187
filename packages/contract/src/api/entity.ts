import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { EVERYBODY, KEEPERS } from '../access/user-roles.ts'
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

/** Fields that are alike in the bodies of all entities. */
export const newId = optionalUuidInput({
  description: 'Own id, which makes a repeated call safe: where it is known, the stored entity is answered as it is.',
})
export const newStatus = optional(oneOf(STATUSES, { description: 'Whether it is in use; active when absent.' }))
export const changedStatus = Type.Optional(oneOf(STATUSES, { description: 'Whether it is in use. Nothing is deleted.' }))

/** Filters of lists. An id that nothing has matches nothing. */
export const idFilter = (description: string) => Type.Optional(text(100, { description, example: UUID_EXAMPLE }))
export const statusFilter = Type.Optional(oneOf(STATUSES, { description: 'Only those that are, or are not, in use.' }))
export const searchFilter = (description: string, example: string) => Type.Optional(text(200, { description, example }))

/** A body that changes an entity: absent fields stay as they are. */
export const MIN_CHANGES = { minProperties: 1 }

/** Entities that one call may add. */
export const MAX_CREATED_AT_ONCE = 200

/** Bookings that a preview names. */
export const MAX_PREVIEWED_BOOKINGS = 200

const amount = (description: string) => integer({ minimum: 0 }, { description, example: 12 })

export const Deactivation = titled(
  'Deactivation',
  Type.Object({
    bookingCount: amount('Bookings after today that are cancelled, of desks and of parking bays.'),
    userCount: amount('Different people whose bookings they are.'),
    bookings: listOf(
      Type.Object({
        userId: id({ description: 'Whose it is.' }),
        userName: text(320, { description: 'Their user name.', example: 'ada.byron@example.com' }),
        firstName: nullable(text(200, { description: 'First name.', example: 'Ada' })),
        lastName: nullable(text(200, { description: 'Last name.', example: 'Byron' })),
        day: date({ description: 'The local calendar day.' }),
        nodeName: text(200, { description: 'The desk, bay, zone or building that is booked.', example: 'D-2-014' }),
      }),
      { maxItems: MAX_PREVIEWED_BOOKINGS },
      { description: `The first ${MAX_PREVIEWED_BOOKINGS}, day by day.` },
    ),
  }),
)
export type Deactivation = Static<typeof Deactivation>

/** What the operations of one kind of entity are made from. */
interface Kind<P, E, L, Q, N, C> {
  /** In operations: `Zone`. */
  readonly one: string
  /** In operations: `Zones`. */
  readonly many: string
  /** In sentences. */
  readonly named: string
  readonly path: string
  readonly params: P
  readonly entity: E
  readonly page: L
  readonly query: Q
  readonly creation: N
  readonly changes: C
  /** What lists are ordered by, in words. */
  readonly order: string
  readonly onUpdate: string
  readonly createErrors?: readonly ErrorCode[]
  readonly updateErrors?: readonly ErrorCode[]
}

/** List, get, create, create several and update: the operations by which everybody sees, and keepers change, one kind of place. */
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
      people: EVERYBODY,
      summary: `List ${named}s`,
      description: `${order} Filters that name nothing known match nothing.`,
      query,
      response: page,
    }),
    get: endpoint({
      ...shared,
      operation: `get${one}`,
      method: 'GET',
      path: onePath,
      params,
      people: EVERYBODY,
      summary: `One ${named}`,
      description: `The ${named} as it is now.`,
      response: entity,
      errors: ['entity_not_found'],
    }),
    create: endpoint({
      ...shared,
      operation: `create${one}`,
      method: 'POST',
      path,
      people: KEEPERS,
      summary: `Add a ${named}`,
      description: 'With an id that is known already, nothing changes and the stored one is answered.',
      body: creation,
      response: entity,
      status: 201,
      errors: ['entity_not_found', 'name_taken', ...createErrors],
    }),
    createMany: endpoint({
      ...shared,
      operation: `create${many}`,
      method: 'POST',
      path: path.replace('/api/', '/api/batch/'),
      people: KEEPERS,
      summary: `Add several ${named}s`,
      description: `Up to ${MAX_CREATED_AT_ONCE} at once, all or none. Where names are taken, errors points to each of them and nothing is added. Of those whose id is known already the stored ones are answered, so a call with ids may be repeated.`,
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
      people: KEEPERS,
      summary: `What setting a ${named} inactive would cancel`,
      description: 'Found by doing it and taking it back, so it is exactly what would happen now. Nothing is changed.',
      response: Deactivation,
      errors: ['entity_not_found'],
    }),
    update: endpoint({
      ...shared,
      operation: `update${one}`,
      method: 'PATCH',
      path: onePath,
      params,
      people: KEEPERS,
      summary: `Change a ${named}`,
      description: onUpdate,
      body: changes,
      response: entity,
      errors: ['entity_not_found', 'name_taken', ...updateErrors],
    }),
  }
}

/** The operations of any kind, for those who serve all kinds alike. */
export type EntityOperations = ReturnType<typeof entityOperations<TObject, TSchema, TSchema, TObject, TObject, TObject>>
