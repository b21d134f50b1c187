/** Pages below the address of their part of the app. */
export const peopleRoutes = () => [] as const
