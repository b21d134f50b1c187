/** Pages below the address of their part of the app. */
export const adminRoutes = () => [] as const
