import { NO_BUILDING } from '../../../workplace/directory.ts'

/** The building of a row; plans of people without one have a row of their own. */
export const nameOf = ({ locationName }: { readonly locationName: string | null }): string => locationName ?? NO_BUILDING
