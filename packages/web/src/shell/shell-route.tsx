import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { queryClient } from '../api/query.ts'
import { sessionQuery } from '../api/session.ts'
import { forgetKeptWeek } from '../offline/kept-week.ts'
import { Shell } from './shell.tsx'
import { NotFound, ShellError, ShellSkeleton } from './shell-frame.tsx'

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** The pages that need a signed-in user. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (!session) void forgetKeptWeek()
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } })
    return { session }
  },
  component: Shell,
  pendingComponent: ShellSkeleton,
  errorComponent: ShellError,
})
