import Type from 'typebox'
import { AUTOMATION } from '../endpoint.ts'
import { list, uuidInput } from '../schema/atoms.ts'
import { pathId } from '../schema/params.ts'
import { ALL_USERS } from '../user-roles.ts'

/** Shared by operations on workplace events, invitations and visits. Their descriptions say who may do what. */
export const gatherings = { tag: 'gatherings', roles: AUTOMATION, people: ALL_USERS } as const
export const eventParams = Type.Object({ eventId: pathId('The workplace event.') })
export const userIds = (description: string, options: { minItems?: number; maxItems: number }) =>
  list(uuidInput({ description: 'A user.' }), options, { description })
