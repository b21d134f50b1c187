import Type, { type Static } from 'typebox'
import { OF_GATHERINGS } from '../audit-actions.ts'
import { optionalName, updatedAt } from '../datasets/columns.ts'
import { endpoint } from '../endpoint.ts'
import { id, named, oneOf, optional, optionalUuidInput, text } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { MIN_CHANGES } from './entity.ts'
import { MAX_INVITATIONS, MAX_INVITED_AT_ONCE, REPLIES, WorkplaceEvent } from './events.ts'
import { eventParams, gatherings, userIds } from './gathering-parts.ts'

export const Invitation = named(
  'Invitation',
  Type.Object({
    userId: id({ description: 'The invitee.' }),
    userName: text(320, { description: 'Their userName.', example: 'ada.byron@example.com' }),
    firstName: optionalName('First name', 'Ada'),
    lastName: optionalName('Last name', 'Byron'),
    reply: oneOf(REPLIES, { description: 'invited: no reply yet.' }),
    updatedAt,
  }),
)
export type Invitation = Static<typeof Invitation>

export const listInvitations = endpoint({
  ...gatherings,
  operation: 'listInvitations',
  method: 'GET',
  path: '/api/events/{eventId}/invitations',
  params: eventParams,
  summary: 'List the invitations to a workplace event',
  description: 'Ordered by userId. Only the organizer and the invitees may list those of a private event.',
  query: pageQuery({ reply: Type.Optional(oneOf(REPLIES, { description: 'Only invitations with this reply.' })) }),
  response: pageOf('InvitationPage', Invitation),
  errors: ['entity_not_found', 'event_private'],
})

export const InvitationChanges = named(
  'InvitationChanges',
  Type.Object(
    {
      add: optional(userIds('Users to invite. Existing invitations keep their replies.', { maxItems: MAX_INVITED_AT_ONCE })),
      remove: optional(userIds('Users whose invitations are removed.', { maxItems: MAX_INVITED_AT_ONCE })),
      groupId: optionalUuidInput({ description: 'A group whose active members are all invited.' }),
    },
    MIN_CHANGES,
  ),
)
export type InvitationChanges = Static<typeof InvitationChanges>

export const changeInvitations = endpoint({
  ...gatherings,
  operation: 'changeInvitations',
  audit: OF_GATHERINGS,
  method: 'PUT',
  path: '/api/events/{eventId}/invitations',
  params: eventParams,
  summary: 'Add or remove invitations to a workplace event',
  description: `All or nothing, and safe to repeat. For the organizer, and for workplace administrators unless the event is private. An event has at most ${MAX_INVITATIONS} invitations. A user in both add and remove is invited.`,
  body: InvitationChanges,
  response: WorkplaceEvent,
  errors: ['entity_not_found', 'user_inactive', 'conflict'],
})

export const ReplyRequest = named(
  'ReplyRequest',
  Type.Object({ reply: oneOf(['accepted', 'declined'], { description: 'Whether the caller comes.' }) }),
)

export const replyToEvent = endpoint({
  ...gatherings,
  operation: 'replyToEvent',
  audit: OF_GATHERINGS,
  method: 'PUT',
  path: '/api/events/{eventId}/reply',
  params: eventParams,
  summary: 'Reply to an invitation',
  description: 'For invitees. The last reply counts.',
  body: ReplyRequest,
  response: WorkplaceEvent,
  errors: ['entity_not_found', 'conflict'],
})
