/** Pages below the address of their part of the app. */
export const analyticsRoutes = () => [] as const
