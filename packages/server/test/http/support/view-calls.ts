import { randomUUID } from 'node:crypto'
import type { SignedIn } from '../../../src/testing/test-service.ts'
import type { Caller, GoodCalls } from './good-calls.ts'

/** The owner of the view of each organization: a person of a role that may open its page. */
const owners = new Map<string, { readonly viewId: string; readonly owner: SignedIn }>()
const ids = new Map<string, string>()

const viewIdOf = ({ orgId }: Caller): string => {
  const id = ids.get(orgId) ?? randomUUID()
  ids.set(orgId, id)
  return id
}

/** Makes the view of an organization again, shared with everyone who may open its page. */
const view = async (caller: Caller): Promise<void> => {
  const { service, orgId } = caller
  const viewId = viewIdOf(caller)
  const owner = owners.get(orgId)?.owner ?? (await service.signIn(orgId, ['analytics-administrator']))
  owners.set(orgId, { viewId, owner })
  await service.database.pool.query(
    `insert into saved_views (org_id, id, user_id, name, page, search, shared_with)
     values ($1, $2, $3, 'Berlin', '/analytics/attendance', 'period=lastWeek', '{workplace-administrator}')
     on conflict (org_id, id) do nothing`,
    [orgId, viewId, owner.userId],
  )
}

const report = async (caller: Caller): Promise<void> => {
  await view(caller)
  const { service, orgId } = caller
  await service.database.pool.query(
    `insert into reports (org_id, id, user_id, view_id, due_on, name, page, search, scope, scope_facts, content)
     values ($1, $2, $3, $2, '2026-01-05', 'Berlin', '/analytics/attendance', '', 'All', '{"from": "2026-01-05", "to": "2026-01-05", "locations": [], "groups": []}',
       '{"figures": [], "tables": []}')
     on conflict do nothing`,
    [orgId, viewIdOf(caller), (owners.get(orgId) as { owner: SignedIn }).owner.userId],
  )
}

const asOwner = async (caller: Caller) => {
  await view(caller)
  return (owners.get(caller.orgId) as { owner: SignedIn }).owner.headers
}

/** Saved views, which people call for themselves. */
export const VIEWS: GoodCalls = {
  bodies: {
    createView: () => ({ name: `View ${randomUUID()}`, page: '/analytics/attendance', search: 'period=lastWeek' }),
    subscribeToView: () => ({ frequency: 'weekly', day: 1, time: '07:30', byMail: true }),
    updateView: () => ({ name: `View ${randomUUID()}`, sharedWith: ['workplace-administrator'] }),
  },
  pathValues: { viewId: viewIdOf, reportId: viewIdOf },
  preparations: {
    listViews: view,
    updateView: view,
    removeView: view,
    setDefaultView: view,
    clearDefaultView: view,
    subscribeToView: view,
    unsubscribeFromView: view,
    getReport: report,
    listReports: report,
  },
  headers: {
    createView: asOwner,
    updateView: asOwner,
    removeView: asOwner,
    setDefaultView: asOwner,
    clearDefaultView: asOwner,
    subscribeToView: asOwner,
    unsubscribeFromView: asOwner,
    getReport: asOwner,
  },
}
