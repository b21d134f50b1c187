import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../app/shell-route.tsx'
import { isDay } from '../../../time/days.ts'

/** Whose days are shown, and which week; part of the address. */
export interface BookingsView {
  readonly userId?: string
  readonly day?: string
}

const readView = ({ userId, day }: Readonly<Record<string, unknown>>): BookingsView => ({
  ...(typeof userId === 'string' && userId !== '' ? { userId } : {}),
  ...(isDay(day) ? { day } : {}),
})

/** Plans and bookings of others. */
export const bookingsRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/bookings',
      validateSearch: readView,
      component: lazyRouteComponent(() => import('./bookings-page.tsx'), 'BookingsPage'),
    }),
  ] as const
