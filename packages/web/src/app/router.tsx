import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ErrorState } from '../components/error-state.tsx'
import { adminRoutes } from '../pages/admin/admin-routes.ts'
import { analyticsRoutes } from '../pages/analytics/analytics-routes.ts'
import { dataRoutes } from '../pages/data/data-routes.ts'
import { meRoutes } from '../pages/me/me-routes.ts'
import { peopleRoutes } from '../pages/people/people-routes.ts'
import { rootRoute, shellRoute } from './shell-route.tsx'

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }: { next?: unknown }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  component: lazyRouteComponent(() => import('../pages/sign-in/set-up-page.tsx'), 'SetUpPage'),
})

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/me' })
  },
})

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
})

const routeTree = rootRoute.addChildren([
  signInRoute,
  setUpRoute,
  shellRoute.addChildren([
    homeRoute,
    profileRoute,
    ...meRoutes(),
    ...analyticsRoutes(),
    ...dataRoutes(),
    ...peopleRoutes(),
    ...adminRoutes(),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorState,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
