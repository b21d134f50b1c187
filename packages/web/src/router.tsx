// Read before the router rewrites the address.
import './shell/first-address.ts'
import { createRoute, createRouter } from '@tanstack/react-router'
import { startNewPage } from './components/new-page.ts'
import { PageSkeleton } from './components/states.tsx'
import { isLanguage, type Language } from './language/language.ts'
import { adminRoutes } from './pages/admin/admin-routes.ts'
import { analyticsRoutes } from './pages/analytics/analytics-routes.ts'
import { dataRoutes } from './pages/data/data-routes.ts'
import { meRoutes } from './pages/me/me-routes.ts'
import { peopleRoutes } from './pages/troubleshooting/troubleshooting-routes.ts'
import { lazyPage, retryPages } from './shell/lazy-page.tsx'
import { accountPages, signInPage } from './shell/pages-with-words.ts'
import { validSearch } from './shell/search.ts'
import { NotFound, PageError } from './shell/shell-frame.tsx'
import { rootRoute, shellRoute } from './shell/shell-route.tsx'

const page = accountPages(() => import('./pages/account-pages.ts'))

interface KioskSearch {
  readonly language?: Language
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next, stay }: { next?: unknown; stay?: unknown }): { next?: string; stay?: true } => ({
    ...(typeof next === 'string' ? { next } : {}),
    ...(stay === true ? { stay } : {}),
  }),
  component: signInPage(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const ssoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/sso/$providerId',
  component: page('SsoPage'),
})

const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  component: page('SetUpPage'),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: page('ForgotPasswordPage'),
})

const accountLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account-link',
  component: page('AccountLinkPage'),
})

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe',
  component: page('UnsubscribePage'),
})

/** A screen on a wall: it has no session, and its secret is behind the #. */
const kioskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/kiosk',
  validateSearch: ({ language }: Readonly<Record<string, unknown>>): KioskSearch => (isLanguage(language) ? { language } : {}),
  component: page('KioskPage'),
})

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: validSearch(({ steps }: { steps?: unknown }): { steps?: 'shown' } => (steps === 'shown' ? { steps } : {})),
  component: lazyPage(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profile',
  component: page('ProfilePage'),
})

/** Addresses that no page has, with the navigation around what is said of them. */
const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound })

const routeTree = rootRoute.addChildren([
  signInRoute,
  ssoRoute,
  setUpRoute,
  forgotPasswordRoute,
  accountLinkRoute,
  unsubscribeRoute,
  kioskRoute,
  shellRoute.addChildren([
    homeRoute,
    profileRoute,
    ...meRoutes(),
    ...analyticsRoutes(),
    ...dataRoutes(),
    ...peopleRoutes(),
    ...adminRoutes(),
    unknownRoute,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: PageSkeleton,
  // A page that loads quickly shows no skeleton.
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
})

router.subscribe('onBeforeNavigate', retryPages)
router.subscribe('onBeforeRouteMount', ({ fromLocation, pathChanged }) => {
  // The first page leaves the focus where the browser has it.
  if (fromLocation && pathChanged) startNewPage()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
