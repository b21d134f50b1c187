import Type, { type Static } from 'typebox'
import { createdAt, updatedAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, integer, list, named, oneOf, optional, text } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId } from '../schema/params.ts'
import { ADMINISTRATOR_ROLES, ALL_USERS } from '../user-roles.ts'
import { MAX_OWN_VIEWS, MAX_SHARED_VIEWS, VIEW_PAGE_PATHS } from '../view-pages.ts'
import { MIN_CHANGES, newId } from './entity.ts'
import { ownSubscription, Subscription } from './reports.ts'

const name = text(100, { description: 'What the person calls it.', example: 'Berlin, last 4 weeks' })
const page = oneOf(VIEW_PAGE_PATHS, { description: 'The page of the web app that it opens.' })
const search = Type.String({
  maxLength: 2000,
  description:
    'The query of its address, without the question mark. A named period stays relative to the day on which it is read.',
  examples: ['period=lastFourWeeks'],
})
const sharedWith = list(
  oneOf(ADMINISTRATOR_ROLES, { description: 'A role.', example: 'workplace-administrator' }),
  { maxItems: ADMINISTRATOR_ROLES.length },
  { description: 'The roles that see it, apart from its owner; empty: it is private.' },
)

export const SavedView = named(
  'SavedView',
  Type.Object({
    viewId: id({ description: 'The view.' }),
    name,
    page,
    search,
    sharedWith,
    isOwn: flag({ description: 'Whether the caller owns it, and so may change it.' }),
    ownerName: text(401, { description: 'First and last name of its owner, else the userName.', example: 'Ada Byron' }),
    isDefault: flag({ description: 'Whether the page opens with it for the caller.', example: false }),
    subscription: ownSubscription,
    version: integer({ minimum: 1 }, { description: 'Rises with each change; its ETag is this number in quotation marks.' }),
    createdAt,
    updatedAt,
  }),
)
export type SavedView = Static<typeof SavedView>

export const NewView = named('NewView', Type.Object({ viewId: newId, name, page, search, sharedWith: optional(sharedWith) }))
export type NewView = Static<typeof NewView>

export const ViewChanges = named(
  'ViewChanges',
  Type.Object({ name: Type.Optional(name), search: Type.Optional(search), sharedWith: Type.Optional(sharedWith) }, MIN_CHANGES),
)
export type ViewChanges = Static<typeof ViewChanges>

const shared = { tag: 'analytics', roles: AUTOMATION, people: ALL_USERS } as const
const params = Type.Object({ viewId: pathId('The view.') })
const OF_ONESELF_SUBSCRIBED = { none: 'People subscribe themselves, to what they may see anyway.' } as const
const OF_ONESELF = { none: 'It decides only how a page opens for the caller.' } as const

export const listViews = endpoint({
  ...shared,
  operation: 'listViews',
  method: 'GET',
  path: '/api/views',
  summary: 'List saved views',
  description: `Your own views, and those that are shared with one of your roles, as far as your roles may open their pages; by name. A person has at most ${MAX_OWN_VIEWS}, and at most ${MAX_SHARED_VIEWS} are shared in an organization. A key lists the shared ones.`,
  response: named('SavedViews', Type.Object({ items: list(SavedView, {}, { description: 'The views.' }) })),
})

export const createView = endpoint({
  ...shared,
  operation: 'createView',
  audit: 'view.create',
  method: 'POST',
  path: '/api/views',
  summary: 'Save a view',
  description:
    'A name for the question that a page shows. It holds no data: each reader sees what their own roles allow. A repeated call with the same viewId saves nothing more.',
  body: NewView,
  response: SavedView,
  status: 201,
  errors: ['entity_not_found', 'name_taken', 'conflict'],
})

export const updateView = endpoint({
  ...shared,
  operation: 'updateView',
  audit: 'view.update',
  method: 'PATCH',
  path: '/api/views/{viewId}',
  params,
  conditional: true,
  summary: 'Change a saved view',
  description: 'For its owner: renames it, replaces its question, or changes with which roles it is shared.',
  body: ViewChanges,
  response: SavedView,
  errors: ['name_taken', 'conflict', 'precondition_failed'],
})

export const removeView = endpoint({
  ...shared,
  operation: 'removeView',
  audit: 'view.remove',
  method: 'DELETE',
  path: '/api/views/{viewId}',
  params,
  summary: 'Delete a saved view',
  description: 'For its owner. Global administrators also delete views of others that are shared with them.',
  response: Done,
})

export const setDefaultView = endpoint({
  ...shared,
  operation: 'setDefaultView',
  audit: OF_ONESELF,
  method: 'PUT',
  path: '/api/views/{viewId}/default',
  params,
  summary: 'Open a page with a view',
  description: 'The page of the view opens with it for the caller from now on, unless its address asks something else.',
  response: SavedView,
})

export const clearDefaultView = endpoint({
  ...shared,
  operation: 'clearDefaultView',
  audit: OF_ONESELF,
  method: 'DELETE',
  path: '/api/views/{viewId}/default',
  params,
  summary: 'Open a page without a view again',
  description: 'If the page of the view opens with another one, nothing changes.',
  response: SavedView,
})

export const subscribeToView = endpoint({
  ...shared,
  operation: 'subscribeToView',
  audit: OF_ONESELF_SUBSCRIBED,
  method: 'PUT',
  path: '/api/views/{viewId}/subscription',
  params,
  summary: 'Subscribe to a view',
  description:
    'A report of the view is made for the caller at these times, and mailed on request, as long as the caller is active and may see the view. For pages of figures: lists of people are not sent around.',
  body: Subscription,
  response: SavedView,
  errors: ['conflict'],
})

export const unsubscribeFromView = endpoint({
  ...shared,
  operation: 'unsubscribeFromView',
  audit: OF_ONESELF_SUBSCRIBED,
  method: 'DELETE',
  path: '/api/views/{viewId}/subscription',
  params,
  summary: 'End the subscription to a view',
  description: 'No further reports are made. Past ones stay.',
  response: SavedView,
})
